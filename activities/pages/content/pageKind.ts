import { type JsonLdObject, typesOf } from '../jsonLd.ts';
import { findFirst, type PageElement } from '../tree/nodes.ts';

/** What a page says it is, where that decides how it is read. */
export type DeclaredKind = 'article' | 'collection' | undefined;

const collection =
  /^(?:Product|ProductGroup|IndividualProduct|ItemList|OfferCatalog|CollectionPage|SearchResultsPage|QAPage|DiscussionForumPosting|Question|ProfilePage|ImageGallery|Store|Restaurant|Hotel|LocalBusiness|JobPosting|Event)$/;
const article = /(?:Article|BlogPosting|Recipe|Report|Review)$/;

function typeNames(objects: readonly JsonLdObject[], body: PageElement): string[] {
  const names = objects.flatMap(typesOf);
  // Microdata: the outermost item is what the page is about.
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

function isHome(url: string): boolean {
  return /^\/(?:index\.\w+|home\/?|default\.\w+|[a-z]{2}(?:-[a-z]{2})?\/?)?$/i.test(
    URL.canParse(url) ? new URL(url).pathname : '',
  );
}

export function declaredKind(
  body: PageElement,
  jsonLd: readonly JsonLdObject[],
  { ogType, url }: { ogType?: string | undefined; url: string },
): DeclaredKind {
  const types = typeNames(jsonLd, body);
  if (types.some((type) => article.test(type)) || ogType === 'article')
    return types.some((type) => /^(?:QAPage|DiscussionForumPosting)$/.test(type)) ? 'collection' : 'article';
  if (types.some((type) => collection.test(type)) || /^(?:product|og:product|product\.\w+)$/i.test(ogType ?? ''))
    return 'collection';
  return isHome(url) ? 'collection' : undefined;
}
