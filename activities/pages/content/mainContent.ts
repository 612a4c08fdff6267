import type { JsonLdObject } from '../jsonLd.ts';
import { detach, findAll, findFirst, following, type PageElement, type PageNode } from '../tree/nodes.ts';
import { isBodyLabel, isClutter, isSurrounding, labelOf } from './labels.ts';
import { type Measure, measure } from './measure.ts';
import { pruneArticle } from './prune.ts';

export interface MainContent {
  root: PageElement;
  /** `article`: one flow of prose was found. `page`: there is no single main part, and all that is not clutter is kept. */
  kind: 'article' | 'page';
}

const noMeasure: Measure = { text: 0, link: 0, prose: 0, paragraphs: 0 };
/** Less prose than this is no article. */
const leastProse = 200;

const isPageFrame = ({ name, attribs }: PageElement): boolean => {
  const role = attribs['role'];
  return (
    name === 'nav' ||
    role === 'navigation' ||
    role === 'dialog' ||
    role === 'alertdialog' ||
    role === 'search' ||
    role === 'menu' ||
    role === 'menubar' ||
    role === 'banner' ||
    role === 'contentinfo'
  );
};

const isInside = (element: PageElement, name: string): boolean => {
  for (let at = element.parent; at; at = at.parent) if (at.name === name) return true;
  return false;
};

const protectedNames = new Set(['html', 'body', 'main', 'pre', 'code', 'table', 'tbody', 'tr', 'math']);

/** Takes out whatever `matches`, unless it holds more than `share` of the root's prose. */
const removeWhere = (
  root: PageElement,
  measures: Map<PageElement, Measure>,
  share: number,
  matches: (element: PageElement) => boolean,
): void => {
  const limit = (measures.get(root) ?? noMeasure).prose * share;
  for (let node: PageNode | null = following(root, root); node; ) {
    const remove: boolean =
      node.nodeType === 1 &&
      !protectedNames.has(node.name) &&
      matches(node) &&
      (measures.get(node) ?? noMeasure).prose <= limit;
    const next: PageNode | null = following(node, root, !remove);
    if (remove) detach(node);
    node = next;
  }
};

/** Goes down from `root` for as long as one child holds almost all of the prose. */
const narrow = (root: PageElement, measures: Map<PageElement, Measure>, share: number): PageElement => {
  let at = root;
  for (;;) {
    const prose = (measures.get(at) ?? noMeasure).prose;
    let next: PageElement | undefined;
    for (let child = at.first; child; child = child.next) {
      if (child.nodeType !== 1 || leaves.has(child.name)) continue;
      if ((measures.get(child) ?? noMeasure).prose >= prose * share) next = child;
    }
    if (!next) return at;
    at = next;
  }
};
const leaves = new Set(
  'p ul ol dl li blockquote pre table figure h1 h2 h3 h4 h5 h6 a span b strong em i font'.split(' '),
);

const marked = (root: PageElement, measures: Map<PageElement, Measure>, matches: (element: PageElement) => boolean) => {
  const prose = (measures.get(root) ?? noMeasure).prose;
  const found = findAll(root, matches)
    .map((element) => ({ element, prose: (measures.get(element) ?? noMeasure).prose }))
    .filter((candidate) => candidate.prose >= Math.max(prose * 0.35, leastProse))
    .sort((a, b) => b.prose - a.prose);
  return found[0]?.element;
};

const pick = (body: PageElement, measures: Map<PageElement, Measure>): PageElement => {
  const declared = marked(body, measures, ({ attribs }) => /articleBody/i.test(attribs['itemprop'] ?? ''));
  if (declared) return declared;
  let root = body;
  root = marked(root, measures, ({ name, attribs }) => name === 'main' || attribs['role'] === 'main') ?? root;
  root = marked(root, measures, ({ name, attribs }) => name === 'article' || attribs['role'] === 'article') ?? root;
  const labelled = marked(root, measures, (element) => isBodyLabel(labelOf(element)));
  if (labelled && (measures.get(labelled) ?? noMeasure).prose >= (measures.get(root) ?? noMeasure).prose * 0.6)
    root = labelled;
  return narrow(root, measures, 0.85);
};

export const pickMainContent = (
  body: PageElement,
  _jsonLd: readonly JsonLdObject[],
  titles: readonly string[],
): MainContent => {
  let measures = measure(body);
  removeWhere(body, measures, 0.3, (element) => isPageFrame(element) || isClutter(labelOf(element)));
  removeWhere(
    body,
    measures,
    0.2,
    (element) =>
      element.name === 'footer' ||
      (element.name === 'header' && !isInside(element, 'article') && !findFirst(element, ({ name }) => name === 'h1')),
  );
  measures = measure(body);
  removeWhere(body, measures, 0.25, (element) => element.name === 'aside' || isSurrounding(labelOf(element)));
  measures = measure(body);
  const root = pick(body, measures);
  pruneArticle(root, measures, titles);
  return { root, kind: 'article' };
};
