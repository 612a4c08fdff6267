import type { PageElement } from '../tree/nodes.ts';

/** Labels come again and again, on a page and from page to page; a hostile page has no two alike. */
const maxKnownLabels = 5_000;
const maxKnownLength = 300;
const knownLabels = new Map<string, string>();

/**
 * The id and classes of an element as words, `relatedLinks-box` → ` related links box `, so that a pattern can match
 * whole words and does not find "ad" in "header".
 */
export function labelOf({ attribs }: PageElement): string {
  const id = attribs['id'];
  const classes = attribs['class'];
  if (!id && !classes) return '';
  const named = `${id ?? ''} ${classes ?? ''} ${attribs['data-component'] ?? ''} ${attribs['data-testid'] ?? ''}`;
  const known = knownLabels.get(named);
  if (known !== undefined) return known;
  const label = labelFrom(named, classes);
  if (knownLabels.size >= maxKnownLabels) knownLabels.clear();
  if (named.length <= maxKnownLength) knownLabels.set(named, label);
  return label;
}

function labelFrom(named: string, classes: string | undefined): string {
  // Blog engines write a post's tags and categories into its classes: `post type-post tag-share category-ads`.
  const isPost = classes !== undefined && /(?:^|\s)(?:hentry|type-(?:post|page)|post-\d+)(?:\s|$)/.test(classes);
  if (isPost) return ' post ';
  return ` ${named
    .slice(0, maxKnownLength)
    .replace(/\belementor-\S+/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()
    .toLowerCase()} `;
}

/** Not content on any page: consent dialogs, advertisements, share buttons, breadcrumbs. */
export function isClutter(label: string): boolean {
  return / (?:cookies?|consent|gdpr|ccpa|onetrust|cookiebot|qc cmp2?|adsense|adslots?|advert\w*|ads?|adv|dfp|gpt|outbrain|taboola|modals?|popups?|lightbox|share|sharing|sharebar|sharebox|sharedaddy|sharethis|addthis|addtoany|socials?|social\w*|skip (?:to|link|nav)\w*|screen reader|sr only|visually hidden|visuallyhidden|breadcrumbs?|newsletters?|noprint|no print|paywall prompt|toast|back to top|backtotop) /.test(
    label,
  );
}

/** Beside or around an article: its author, date and tools, sidebars, menus, forms. */
export function isPeripheral(label: string): boolean {
  return / (?:side ?bar|sidebars?|rail|right col\w*|widgets?|bylines?|author (?:bio|box|info|card|profile|details|description|avatar|block)|entry author|post author|about (?:the )?author|authorbox|bio|post meta|entry meta|article meta|meta data|metadata|meta|dateline|timestamp|pub date|publish\w*|posted on|subscri\w*|sign ?up|donat\w*|follow|followus|reactions?|ratings?|votes?|toolbar|tools|utility|print\w*|email\w*|feedback|copyright|disclaimers?|disclosure|survey|polls?|quiz|login|register|search|filters?|notification\w*|alerts?|overlay|hidden|hide|invisible|element invisible|captions?|image caption|credits?|ticker|marquee|footer|footers|navigation|navbar|nav|menus?|submenu|masthead|site header|banners?|sponsor\w*|partner\w*|affiliate\w*|player controls|infobox nav|toc) /.test(
    label,
  );
}

/** Links to other articles; only to be believed of an element that has a link. */
export function isRelatedContent(label: string): boolean {
  return / (?:related\w*|recommend\w*|recirc\w*|trending|popular|most (?:read|popular|viewed|shared)|read (?:more|next|also)|readmore|more (?:stories|from|on|in|news|articles|posts|reading|info)|also (?:like|read|in)|you may|up next|next up|prev next|post nav\w*|pagination|pager|paginator|pagenavi|tags?|tag list|taglist|tagcloud|post tags|categories|cat links|promos?|promo\w*|teasers?|jp relatedposts|onward|carousel|slideshow nav|gallery nav|topics?|hashtags?|editors picks?|latest|trc \w+|inread|instaread|embed card|linkbox|link box|link list|linklist|seealso|see also) /.test(
    label,
  );
}

export function isComments(label: string): boolean {
  return / (?:comments?|commentlist|commentary list|disqus\w*|respond|discussion|kommentare?|comentarios|commentaires|fb comments|livefyre|coral talk|viafoura|spot im|conversation) /.test(
    label,
  );
}

/** Names for a first paragraph that is set apart; a subtitle or summary is not one. */
export function isLeadLabel(label: string): boolean {
  return / (?:\w*intro|intro\w*|lead|leads|leader|leadtext|lead text|chapo|chapeau|teaser text|article teaser|artikel teaser|teasertext|excerpt|vorspann|anriss\w*|entradilla|sommario|ingress) /.test(
    label,
  );
}

/** Names for the body of an article. */
export function isBodyLabel(label: string): boolean {
  return / (?:article ?body|articlebody|article (?:text|content|copy)|articletext|articlecontent|story ?body|story (?:text|content)|storytext|storycontent|post ?(?:body|content|text)|postbody|postcontent|entry ?content|entrycontent|entry body|content body|body (?:copy|content|text)|main ?text|blog (?:post|content)|news (?:text|content|body)|rich ?text|wysiwyg|td post content|single content|page content|field name body) /.test(
    label,
  );
}
