import { parseUrl } from '../../../contracts/parseUrl.ts';
import { type JsonLdObject, typesOf } from '../jsonLd.ts';
import { findFirst, type PageElement } from '../tree/nodes.ts';

/** What a page declares itself to be: a single article, or a collection of which every part is kept. */
export type DeclaredKind = 'article' | 'collection' | undefined;

const collectionType =
  /^(?:Product|ProductGroup|IndividualProduct|ItemList|OfferCatalog|CollectionPage|SearchResultsPage|QAPage|DiscussionForumPosting|Question|ProfilePage|ImageGallery|Store|Restaurant|Hotel|LocalBusiness|JobPosting|Event)$/;
const articleType = /(?:Article|BlogPosting|Recipe|Report|Review)$/;

/** Forums declare their posts too, as `DiscussionForumPosting`. */
export function isArticleObject(object: JsonLdObject): boolean {
  return typesOf(object).some((type) => articleType.test(type));
}

function declaredTypes(objects: readonly JsonLdObject[], body: PageElement): string[] {
  const names = objects.flatMap(typesOf);
  // In microdata, the outermost item is what the page is about.
  const item = findFirst(
    body,
    ({ attribs }) =>
      attribs['itemtype'] !== undefined &&
      !/(?:WebPage|Breadcrumb|Organization|Person|SiteNavigation|WPHeader|WPFooter|WPSideBar|ImageObject|Blog|WebSite)/i.test(
        attribs['itemtype'],
      ),
  );
  const type = item?.attribs['itemtype']?.split('/').pop();
  return type ? [...names, type] : names;
}

function isHomePage(url: string): boolean {
  return /^\/(?:index\.\w+|home\/?|default\.\w+|[a-z]{2}(?:-[a-z]{2})?\/?)?$/i.test(parseUrl(url)?.pathname ?? '');
}

export function declaredKind(
  body: PageElement,
  jsonLd: readonly JsonLdObject[],
  { ogType, url }: { ogType?: string | undefined; url: string },
): DeclaredKind {
  const types = declaredTypes(jsonLd, body);
  if (types.some((type) => articleType.test(type)) || ogType === 'article')
    return types.some((type) => /^(?:QAPage|DiscussionForumPosting)$/.test(type)) ? 'collection' : 'article';
  if (types.some((type) => collectionType.test(type)) || /^(?:product|og:product|product\.\w+)$/i.test(ogType ?? ''))
    return 'collection';
  return isHomePage(url) ? 'collection' : undefined;
}
