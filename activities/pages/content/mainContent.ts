import type { JsonLdObject } from '../jsonLd.ts';
import { detach, findAll, type PageElement } from '../tree/nodes.ts';
import { excludedFrom, type Strictness } from './exclude.ts';
import { isBodyLabel, labelOf } from './labels.ts';
import { type Measure, measure } from './measure.ts';
import { pruneArticle } from './prune.ts';

export interface MainContent {
  root: PageElement;
  /** `article`: one flow of prose was found. `page`: there is no single main part, and all that is not clutter is kept. */
  kind: 'article' | 'page';
}

type Measures = ReadonlyMap<PageElement, Measure>;
const proseOf = (measures: Measures, element: PageElement): number => measures.get(element)?.prose ?? 0;

/** Less prose than this is no article. */
const leastProse = 200;

const leaves = new Set(
  'p ul ol dl li blockquote pre table figure h1 h2 h3 h4 h5 h6 a span b strong em i font'.split(' '),
);

/** Goes down from `root` for as long as one child holds almost all of the prose. */
const narrow = (root: PageElement, measures: Measures, share: number): PageElement => {
  let at = root;
  for (;;) {
    const least = proseOf(measures, at) * share;
    const next = at.children.find((child) => !leaves.has(child.name) && proseOf(measures, child) >= least);
    if (!next) return at;
    at = next;
  }
};

/** The element of this kind that holds the most prose, if that is a good part of all. */
const strongest = (
  root: PageElement,
  measures: Measures,
  share: number,
  matches: (element: PageElement) => boolean,
) => {
  let best: PageElement | undefined;
  let most = Math.max(proseOf(measures, root) * share, leastProse);
  for (const element of findAll(root, matches)) {
    const prose = proseOf(measures, element);
    if (prose >= most && (best === undefined || prose > most)) {
      best = element;
      most = prose;
    }
  }
  return best;
};

const pick = (body: PageElement, measures: Measures): PageElement => {
  const declared = strongest(body, measures, 0.35, ({ attribs }) => /articleBody/i.test(attribs['itemprop'] ?? ''));
  if (declared) return declared;
  let root =
    strongest(body, measures, 0.4, ({ name, attribs }) => name === 'main' || attribs['role'] === 'main') ?? body;
  root =
    strongest(root, measures, 0.4, ({ name, attribs }) => name === 'article' || attribs['role'] === 'article') ?? root;
  root = strongest(root, measures, 0.6, (element) => isBodyLabel(labelOf(element))) ?? root;
  return narrow(root, measures, 0.85);
};

const attempt = (body: PageElement, all: Measures, strictness: Strictness) => {
  const excluded = excludedFrom(body, all, strictness);
  const measures = measure(body, excluded);
  const root = pick(body, measures);
  return { root, excluded, measures, prose: proseOf(measures, root) };
};

export const pickMainContent = (
  body: PageElement,
  _jsonLd: readonly JsonLdObject[],
  titles: readonly string[],
): MainContent => {
  const all = measure(body);
  const strict = attempt(body, all, 'article');
  if (strict.prose >= leastProse) {
    for (const element of strict.excluded) detach(element);
    pruneArticle(strict.root, strict.measures, titles);
    return { root: strict.root, kind: 'article' };
  }
  for (const element of excludedFrom(body, all, 'page')) detach(element);
  return { root: body, kind: 'page' };
};
