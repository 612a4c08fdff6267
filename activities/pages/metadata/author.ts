import { parseUrl } from '../../../contracts/parseUrl.ts';
import type { JsonLdObject } from '../jsonLd.ts';
import type { Byline } from './byline.ts';
import { plainWords } from './compareTexts.ts';
import { namesUnder, textObjects } from './declared.ts';
import { type HeadTags, tidy } from './headTags.ts';
import { isName, isPlaceholder, nameIn } from './personName.ts';

const authorKeys = [
  'author',
  'article:author',
  'article:author_name',
  'sailthru.author',
  'parsely-author',
  'dc.creator',
  'dcterms.creator',
  'citation_author',
  'byl',
  'twitter:creator:name',
];

function isUrl(text: string): boolean {
  return /^(?:https?:)?\/\//i.test(text);
}

/** `<meta name="twitter:label1" content="Written by">` names what `twitter:data1` holds. */
function labeledAuthor(meta: HeadTags['meta']): string | undefined {
  for (const at of [1, 2, 3])
    if (/^(?:written by|author|by)\b/i.test(meta.get(`twitter:label${at}`) ?? '')) return meta.get(`twitter:data${at}`);
  return undefined;
}

interface AuthorSources {
  head: HeadTags;
  jsonLd: readonly JsonLdObject[];
  byline: Byline;
  siteName: string | undefined;
  url: string;
  /** Whether the page is a single text or thing, as opposed to a home page or a listing. */
  isDocument: boolean;
}

/** On a page that does not say it is a text, a name counts only close to the heading. */
const minScore = 60;

/** The declared author; a byline if none is declared, or if the declared one is only the site's own name. */
export function authorOf(sources: AuthorSources): string | undefined {
  const { jsonLd, byline, siteName, url, isDocument } = sources;
  const { meta } = sources.head;
  const declared = [
    ...textObjects(jsonLd).map(
      (object) => namesUnder(object, 'author', jsonLd) ?? namesUnder(object, 'creator', jsonLd),
    ),
    ...authorKeys.map((key) => meta.get(key)),
    labeledAuthor(meta),
  ].flatMap((text) => {
    const name = tidy(text?.replace(/^["“]+|["”]+$/g, ''));
    return name && !isUrl(name) && !isPlaceholder(name) ? [name.replace(/^by:?\s+/i, '')] : [];
  });
  const host = (parseUrl(url)?.hostname ?? '').replace(/^www\.|\.\w+$/g, '').replace(/\W/g, '');
  const isSite = (name: string) => {
    const words = plainWords(name).replaceAll(' ', '');
    const site = plainWords(siteName ?? '').replaceAll(' ', '');
    return words === site || host.includes(words) || words.includes(host) || (site !== '' && words.includes(site));
  };
  const person = declared.find((name) => !isSite(name) && isName(nameIn(name)));
  const isBelieved = isDocument || (byline.author?.score ?? 0) >= minScore;
  return person ?? (isBelieved ? byline.author?.value : undefined) ?? declared[0];
}
