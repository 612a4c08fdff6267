import { findFirst, following, type PageElement } from '../tree/nodes.ts';
import { isBeside, isClutter, isComments, isOnward, labelOf } from './labels.ts';
import type { Measure } from './measure.ts';

const frameRoles = new Set([
  'navigation',
  'dialog',
  'alertdialog',
  'search',
  'menu',
  'menubar',
  'banner',
  'contentinfo',
  'tooltip',
  'status',
]);

function isInArticle(element: PageElement): boolean {
  for (let at = element.parent; at; at = at.parent) if (at.name === 'article' || at.name === 'main') return true;
  return false;
}

function holdsTitle(element: PageElement): boolean {
  return findFirst(element, ({ name }) => name === 'h1') !== undefined;
}

/** A post of another site, embedded as a quote, is part of the text whatever its box is called. */
function holdsQuote(element: PageElement): boolean {
  const quote = findFirst(element, ({ name }) => name === 'blockquote');
  return quote !== undefined && quote.textContent.length > element.textContent.length * 0.5;
}

function isFrame(element: PageElement): boolean {
  const { name, attribs } = element;
  if (name === 'nav' || name === 'footer') return true;
  if (name === 'header') return !isInArticle(element) && !holdsTitle(element);
  const role = attribs['role'];
  return role !== undefined && frameRoles.has(role);
}

/** Never left out for their name alone. */
const protectedNames = new Set(['html', 'body', 'main', 'pre', 'code', 'table', 'tbody', 'tr', 'math', 'h1']);

export type Strictness = 'page' | 'article';

/**
 * What of a page is around its content: frames and clutter always, for an article also what accompanies it.
 * What holds much of the page's prose, or its title, is kept whatever its name: names lie.
 */
export function excludedFrom(
  body: PageElement,
  measures: ReadonlyMap<PageElement, Measure>,
  strictness: Strictness,
): Set<PageElement> {
  const excluded = new Set<PageElement>();
  const total = measures.get(body)?.prose ?? 0;
  for (let node = following(body, body); node; ) {
    const exclude: boolean =
      node.nodeType === 1 &&
      !protectedNames.has(node.name) &&
      isAround(node, measures.get(node) ?? nothing, total, strictness);
    if (exclude && node.nodeType === 1) excluded.add(node);
    node = following(node, body, !exclude);
  }
  return excluded;
}

const nothing: Measure = { text: 0, link: 0, prose: 0, paragraphs: 0 };

function isAround(element: PageElement, { prose, link }: Measure, total: number, strictness: Strictness): boolean {
  if (isFrame(element)) return prose <= total * 0.3;
  const label = labelOf(element);
  if (label && isClutter(label)) return prose <= total * 0.3 && !holdsTitle(element) && !holdsQuote(element);
  if (strictness === 'page') return false;
  if (element.name === 'aside') return prose <= total * 0.3;
  if (!label) return false;
  if (isComments(label))
    return !holdsTitle(element) && element.name !== 'article' && (prose <= total * 0.3 || total - prose >= 400);
  return (
    (isBeside(label) || (link > 0 && isOnward(label))) &&
    prose <= total * 0.25 &&
    !holdsTitle(element) &&
    !holdsQuote(element)
  );
}
