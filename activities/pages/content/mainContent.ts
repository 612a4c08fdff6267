import type { JsonLdObject } from '../jsonLd.ts';
import { contains, detach, findAll, type PageElement, prepend } from '../tree/nodes.ts';
import { rootOfDeclaredBody } from './declaredBody.ts';
import { excludedFrom } from './exclude.ts';
import { isBodyLabel, labelOf } from './labels.ts';
import { findLead } from './lead.ts';
import { createRepetition, type Measure, measure, type Repeated } from './measure.ts';
import { declaredKind } from './pageKind.ts';
import { pruneArticle } from './prune.ts';

export interface MainContent {
  root: PageElement;
  /** `article`: one flow of prose was found. `page`: there is no single main part, and all that is not clutter is kept. */
  kind: 'article' | 'page';
}

export interface PageEvidence {
  url: string;
  jsonLd: readonly JsonLdObject[];
  ogType?: string | undefined;
}

type Measures = ReadonlyMap<PageElement, Measure>;
const nothing: Measure = { text: 0, link: 0, prose: 0, paragraphs: 0 };
function of(measures: Measures, element: PageElement): Measure {
  return measures.get(element) ?? nothing;
}

/** Less prose than this is no article. */
const leastProse = 200;
/** An article that holds less of the page's prose than this is one of several parts. */
const leastShare = 0.4;

const leaves = new Set(
  'p ul ol dl li blockquote pre table figure h1 h2 h3 h4 h5 h6 a span b strong em i font'.split(' '),
);

/** Goes down from `root` for as long as one child holds almost all of the prose, or most of it and the title. */
function narrow(root: PageElement, measures: Measures, titles: readonly PageElement[]): PageElement {
  let at = root;
  for (;;) {
    const { prose } = of(measures, at);
    const isMost = (child: PageElement): boolean => {
      const share = of(measures, child).prose / prose;
      return share >= 0.85 || (share >= 0.7 && titles.length === 1 && titles.every((title) => contains(child, title)));
    };
    const next = prose > 0 ? at.children.find((child) => !leaves.has(child.name) && isMost(child)) : undefined;
    if (!next) return at;
    at = next;
  }
}

/** The element of this kind that holds the most prose, if that is a good part of all. */
function strongest(root: PageElement, measures: Measures, share: number, matches: (element: PageElement) => boolean) {
  let best: PageElement | undefined;
  let most = Math.max(of(measures, root).prose * share, leastProse);
  for (const element of findAll(root, matches)) {
    const { prose } = of(measures, element);
    if (prose >= most && (best === undefined || prose > most)) {
      best = element;
      most = prose;
    }
  }
  return best;
}

function isMain({ name, attribs }: PageElement): boolean {
  return name === 'main' || attribs['role'] === 'main';
}
function isArticle({ name, attribs }: PageElement): boolean {
  return name === 'article' || attribs['role'] === 'article';
}

function pick(body: PageElement, measures: Measures): PageElement {
  const declared = strongest(body, measures, 0.35, ({ attribs }) => /articleBody/i.test(attribs['itemprop'] ?? ''));
  if (declared) return declared;
  let root = strongest(body, measures, 0.4, isMain) ?? body;
  root = strongest(root, measures, 0.4, isArticle) ?? root;
  root = strongest(root, measures, 0.6, (element) => isBodyLabel(labelOf(element))) ?? root;
  return narrow(
    root,
    measures,
    findAll(body, ({ name }) => name === 'h1'),
  );
}

/** Several pieces of about the same weight side by side are a list of them: none is the main one. */
function isOneOfMany(body: PageElement, root: PageElement, measures: Measures): boolean {
  const { prose } = of(measures, root);
  const rivals = findAll(
    body,
    (element) => isArticle(element) && element !== root && of(measures, element).prose >= prose * 0.5,
  );
  return isArticle(root) && rivals.filter((rival) => !contains(rival, root) && !contains(root, rival)).length >= 2;
}

function readArticle(
  body: PageElement,
  all: Measures,
  { jsonLd }: PageEvidence,
  declared: boolean,
  repeated: Repeated,
): PageElement | undefined {
  const excluded = excludedFrom(body, all, 'article');
  const measures = measure(body, excluded, repeated);
  const picked = pick(body, measures);
  const { prose } = of(measures, picked);
  const checked = rootOfDeclaredBody(body, picked, jsonLd);
  if (!checked) {
    if (prose < leastProse) return undefined;
    if (!declared && (prose < of(measures, body).prose * leastShare || isOneOfMany(body, picked, measures)))
      return undefined;
  }
  const root = checked ?? picked;
  const lead = findLead(body, root, excluded, measures);
  for (const element of excluded) if (!contains(element, root)) detach(element);
  for (const element of lead.reverse()) {
    detach(element);
    prepend(root, element);
  }
  pruneArticle(root, measures);
  return root;
}

/** The page without its frame; where it marks its main part, and that holds most of what is said, only that. */
function readPage(body: PageElement, all: Measures): PageElement {
  const excluded = excludedFrom(body, all, 'page');
  const measures = measure(body, excluded);
  const { text } = of(measures, body);
  // A page that is all frame, like a site map, is read whole.
  if (text >= Math.min(200, of(all, body).text * 0.1)) for (const element of excluded) detach(element);
  return findAll(body, isMain).find((main) => of(measures, main).text >= text * 0.5) ?? body;
}

export function pickMainContent(body: PageElement, evidence: PageEvidence): MainContent {
  const { note, repeated } = createRepetition();
  const all = measure(body, undefined, note);
  const kind = declaredKind(body, evidence.jsonLd, evidence);
  const article = kind === 'collection' ? undefined : readArticle(body, all, evidence, kind === 'article', repeated);
  return article ? { root: article, kind: 'article' } : { root: readPage(body, all), kind: 'page' };
}
