import { parseUrl } from '../../../../contracts/parseUrl.ts';
import { type JsonLdObject, typesOf } from '../../jsonLd.ts';
import { isHeading } from '../../tree/elementNames.ts';
import type { PageBlocks } from './blocks.ts';

/** What is known about a page beside its blocks. */
export interface PageFacts {
  url: string;
  jsonLd: readonly JsonLdObject[];
  ogType?: string | undefined;
  title?: string | undefined;
  description?: string | undefined;
}

const urlHints: readonly (readonly [string, RegExp])[] = [
  [
    'urlForum',
    /forum|\/threads?\/|\/t\/|topic|viewtopic|discussion|community|\/questions?\/|\/comments\/|showthread|\/r\/|board|answers/i,
  ],
  ['urlProduct', /\/products?\/|\/dp\/|\/item|\/p\/|\/shop\/|-p-?\d|\.html?$|\/buy\//i],
  ['urlCollection', /\/collections?\/|\/categor|\/c\/|\/browse|\/search|\/catalog|\/shop\/?$|\/s\?|[?&]q=/i],
  ['urlDocs', /docs?[./]|documentation|\/api\/|\/reference|\/guide|\/manual|\/learn|wiki|tutorial|\/en\/latest|man\//i],
  ['urlBlog', /\/blog|\/news|\/article|\/story|\/post|\/20\d\d\/|magazine/i],
  [
    'urlService',
    /\/services?|\/solutions?|\/pricing|\/features?|\/platform|\/about|\/product$|\/products$|\/use-cases/i,
  ],
  [
    'urlListing',
    /\/tags?\/|\/topics?\/|\/category|\/archive|\/page\/\d|\/blog\/?$|\/news\/?$|\/jobs|\/events|\/resources|\/authors?\//i,
  ],
];

const typeHints: readonly (readonly [string, RegExp])[] = [
  ['ldArticle', /(?:Article|BlogPosting|Report|Recipe)$/],
  ['ldProduct', /^(?:Product|ProductGroup|IndividualProduct)$/],
  ['ldForum', /^(?:QAPage|DiscussionForumPosting|Question)$/],
  ['ldCollection', /^(?:CollectionPage|ItemList|OfferCatalog|SearchResultsPage)$/],
  ['ldOrganization', /^(?:Organization|LocalBusiness|Service|SoftwareApplication|Corporation)$/],
  ['ldFaq', /^FAQPage$/],
];

export const pageFeatureNames = [
  ...urlHints.map(([name]) => name),
  ...typeHints.map(([name]) => name),
  'ogArticle',
  'ogProduct',
  'isHome',
  'pathDepth',
  'pathLength',
  'lastSegmentWords',
  'pageWords',
  'pageBlocks',
  'pageLinks',
  'paragraphShare',
  'itemShare',
  'longShare',
  'prices',
  'dates',
  'headings',
  'firstHeadings',
  'articles',
  'times',
  'code',
  'tables',
  'images',
  'buttons',
  'forms',
  'largestAlike',
  'largestAlikeShare',
  'largestAlikeSize',
] as const;

function pathOf(url: string): string {
  return parseUrl(url)?.pathname ?? '/';
}

/** Describes the page as a whole, in the order of `pageFeatureNames`. */
export function pageFeaturesOf({ root, blocks }: PageBlocks, { url, jsonLd, ogType = '' }: PageFacts): number[] {
  const types = jsonLd.flatMap(typesOf);
  const path = pathOf(url);
  const segments = path.split('/').filter(Boolean);
  const total = Math.max(1, root.words);
  let paragraphs = 0;
  let items = 0;
  let long = 0;
  let prices = 0;
  let dates = 0;
  let headings = 0;
  let firstHeadings = 0;
  let code = 0;
  let cells = 0;
  let images = 0;
  let buttons = 0;
  for (const { container, words, text, hasImage } of blocks) {
    const { name } = container.element;
    if (name === 'p') paragraphs += words;
    if (name === 'li') items += words;
    if (words >= 20) long += words;
    if (words < 12 && /[$€£¥₹]\s?\d/.test(text)) prices++;
    if (words < 12 && /\b(?:19|20)\d\d\b|\bago\b/.test(text)) dates++;
    if (isHeading(name)) headings++;
    if (name === 'h1') firstHeadings++;
    if (name === 'pre') code += words;
    if (name === 'td' || name === 'th') cells++;
    if (hasImage) images++;
    if (name === 'button') buttons++;
  }
  let articles = 0;
  let times = 0;
  let forms = 0;
  let largest = root;
  const waiting = [root];
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    const { name } = at.element;
    if (name === 'article') articles++;
    if (name === 'form') forms++;
    if (name === 'time') times++;
    if (at.alike >= 3 && (largest === root || at.alikeWords > largest.alikeWords)) largest = at;
    for (const child of at.children) waiting.push(child);
  }
  return [
    ...urlHints.map(([, pattern]) => Number(pattern.test(url))),
    ...typeHints.map(([, pattern]) => Number(types.some((type) => pattern.test(type)))),
    Number(ogType === 'article'),
    Number(/product/i.test(ogType)),
    Number(segments.length === 0 || /^\/(?:index\.\w+|home\/?|[a-z]{2}(?:-[a-z]{2})?\/?)$/i.test(path)),
    segments.length,
    path.length,
    (segments.at(-1) ?? '').split(/[-_]/).length,
    root.words,
    blocks.length,
    root.linkWords / total,
    paragraphs / total,
    items / total,
    long / total,
    prices,
    dates,
    headings,
    firstHeadings,
    articles,
    times,
    code / total,
    cells,
    images,
    buttons,
    forms,
    largest.alike,
    largest === root ? 0 : largest.alikeWords / total,
    largest === root ? 0 : largest.alikeWords / largest.alike,
  ];
}
