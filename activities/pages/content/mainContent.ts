import { type JsonLdObject, textUnder } from '../jsonLd.ts';
import { detach, prepend } from '../tree/edit.ts';
import { contains, findAll, type PageElement } from '../tree/nodes.ts';
import { findBoilerplate } from './boilerplate.ts';
import { findDeclaredBody } from './declaredBody.ts';
import { keepBlocks } from './keepBlocks.ts';
import { isBodyLabel, labelOf } from './labels.ts';
import { findLead } from './lead.ts';
import { createRepetitionCounter, type IsRepeated, type Measure, measure, noMeasure } from './measure.ts';
import type { PageBlocks } from './model/blocks.ts';
import { classifyBlocks } from './model/classifyBlocks.ts';
import { contentModel } from './model/contentModel.ts';
import { decide } from './model/decide.ts';
import type { PageFacts } from './model/pageFacts.ts';
import type { KindGuess } from './model/pageKinds.ts';
import { declaredKind, isArticleObject } from './pageKind.ts';
import { pruneArticle } from './prune.ts';
import { stripUnreadable } from './strip.ts';

interface MainContent {
  root: PageElement;
  /** `article`: one flow of prose was found. `page`: there is none, so everything but boilerplate is kept. */
  kind: 'article' | 'page';
}

/** What the classifier has found out about a page. */
interface PageStructure {
  blocks: PageBlocks;
  pageFeatures: readonly number[];
  guess: KindGuess;
}

type Measures = ReadonlyMap<PageElement, Measure>;

function measureOf(measures: Measures, element: PageElement): Measure {
  return measures.get(element) ?? noMeasure;
}

/** With less prose than this, an element is not an article. */
const minProse = 200;
/** An article with less of the page's prose than this is one of several parts. */
const minProseShare = 0.4;

/** Elements that are too small to be the main content. */
const leafNames = new Set(
  'p ul ol dl li blockquote pre table figure h1 h2 h3 h4 h5 h6 a span b strong em i font'.split(' '),
);

/** Descends from `root` as long as one child holds almost all of the prose, or most of it and the title. */
function narrow(root: PageElement, measures: Measures, titles: readonly PageElement[]): PageElement {
  let at = root;
  for (;;) {
    const { prose } = measureOf(measures, at);
    const isMost = (child: PageElement): boolean => {
      const share = measureOf(measures, child).prose / prose;
      return share >= 0.85 || (share >= 0.7 && titles.length === 1 && titles.every((title) => contains(child, title)));
    };
    const next = prose > 0 ? at.children.find((child) => !leafNames.has(child.name) && isMost(child)) : undefined;
    if (!next) return at;
    at = next;
  }
}

/** The matching element with the most prose, if it has at least this share of the prose. */
function findLargest(root: PageElement, measures: Measures, share: number, matches: (element: PageElement) => boolean) {
  let best: PageElement | undefined;
  let bestProse = Math.max(measureOf(measures, root).prose * share, minProse);
  for (const element of findAll(root, matches)) {
    const { prose } = measureOf(measures, element);
    if (prose >= bestProse && (best === undefined || prose > bestProse)) {
      best = element;
      bestProse = prose;
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

function pickRoot(body: PageElement, measures: Measures): PageElement {
  const declared = findLargest(body, measures, 0.35, ({ attribs }) => /articleBody/i.test(attribs['itemprop'] ?? ''));
  if (declared) return declared;
  let root = findLargest(body, measures, 0.4, isMain) ?? body;
  root = findLargest(root, measures, 0.4, isArticle) ?? root;
  root = findLargest(root, measures, 0.6, (element) => isBodyLabel(labelOf(element))) ?? root;
  return narrow(
    root,
    measures,
    findAll(body, ({ name }) => name === 'h1'),
  );
}

/** Several articles of about the same size side by side are a list, in which none is the main one. */
function isOneOfMany(body: PageElement, root: PageElement, measures: Measures): boolean {
  const { prose } = measureOf(measures, root);
  const rivals = findAll(
    body,
    (element) => isArticle(element) && element !== root && measureOf(measures, element).prose >= prose * 0.5,
  );
  return isArticle(root) && rivals.filter((rival) => !contains(rival, root) && !contains(root, rival)).length >= 2;
}

function readArticle(
  body: PageElement,
  all: Measures,
  { jsonLd }: PageFacts,
  isDeclaredArticle: boolean,
  isRepeated: IsRepeated,
): PageElement | undefined {
  const excluded = findBoilerplate(body, all, 'article');
  const measures = measure(body, excluded, isRepeated);
  const picked = pickRoot(body, measures);
  const { prose } = measureOf(measures, picked);
  const declaredBody = findDeclaredBody(body, picked, jsonLd);
  if (!declaredBody) {
    if (prose < minProse) return undefined;
    if (
      !isDeclaredArticle &&
      (prose < measureOf(measures, body).prose * minProseShare || isOneOfMany(body, picked, measures))
    )
      return undefined;
  }
  const root = declaredBody ?? picked;
  const lead = findLead(body, root, excluded, measures);
  for (const element of excluded) if (!contains(element, root)) detach(element);
  for (const element of lead.reverse()) {
    detach(element);
    prepend(root, element);
  }
  pruneArticle(root, measures);
  return root;
}

/** The page without boilerplate; only its `<main>` element if that holds at least half of the text. */
function readPage(body: PageElement, all: Measures): PageElement {
  const excluded = findBoilerplate(body, all, 'page');
  const measures = measure(body, excluded);
  const { text } = measureOf(measures, body);
  // A page that is all boilerplate, like a site map, is kept whole.
  if (text >= Math.min(200, measureOf(all, body).text * 0.1)) for (const element of excluded) detach(element);
  return findAll(body, isMain).find((main) => measureOf(measures, main).text >= text * 0.5) ?? body;
}

/** By rules, for a page from which everything unreadable was removed. */
function pickByRules(body: PageElement, evidence: PageFacts): MainContent {
  const { count, isRepeated } = createRepetitionCounter();
  const all = measure(body, undefined, count);
  const kind = declaredKind(body, evidence.jsonLd, evidence);
  const article = kind === 'collection' ? undefined : readArticle(body, all, evidence, kind === 'article', isRepeated);
  return article ? { root: article, kind: 'article' } : { root: readPage(body, all), kind: 'page' };
}

/** The rules are better than the classifier at articles, which they were made for, if the page is likely to be one. */
const minArticle = 0.55;
/** What is likeliest a service page, and may be an article, is mostly prose, at which the rules are good too. */
const minServiceArticle = 0.25;
/** A page that declares itself an article is one, unless it is this surely of another kind: shops and forums do too. */
const minOtherConfidence = 0.5;
/** With fewer blocks, a page has too little structure for the classifier to go by. */
const minBlocks = 20;
const minDeclaredBody = 400;

function declaresBody(jsonLd: readonly JsonLdObject[]): boolean {
  return jsonLd.some(
    (object) => isArticleObject(object) && (textUnder(object, 'articleBody') ?? '').length >= minDeclaredBody,
  );
}

/**
 * The element with the main content of a page; what else was in it is removed. An article is picked by rules,
 * which were made for articles; on any other page a classifier decides about each block.
 */
export function pickMainContent(
  body: PageElement,
  evidence: PageFacts,
  { blocks: page, pageFeatures, guess: { kind, confidence, article } }: PageStructure,
): PageElement {
  const isArticle =
    article >= (kind === 'service' ? minServiceArticle : minArticle) ||
    declaresBody(evidence.jsonLd) ||
    (confidence < minOtherConfidence && declaredKind(body, evidence.jsonLd, evidence) === 'article');
  if (!isArticle && page.blocks.length >= minBlocks) {
    const probabilities = classifyBlocks(page, evidence, pageFeatures, contentModel());
    const words = page.blocks.map((block) => block.words);
    if (keepBlocks(page, decide(words, probabilities), kind)) return body;
  }
  stripUnreadable(body);
  return pickByRules(body, evidence).root;
}
