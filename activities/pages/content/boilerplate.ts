import { findFirst, following, type PageElement } from '../tree/nodes.ts';
import { isClutter, isComments, isPeripheral, isRelatedContent, labelOf } from './labels.ts';
import { type Measure, noMeasure } from './measure.ts';

const siteFrameRoles = new Set([
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

function hasTitle(element: PageElement): boolean {
  return findFirst(element, ({ name }) => name === 'h1') !== undefined;
}

/** A post of another site, embedded as a quote, is part of the text whatever its container is called. */
function isMostlyQuote(element: PageElement): boolean {
  const quote = findFirst(element, ({ name }) => name === 'blockquote');
  return quote !== undefined && quote.textContent.length > element.textContent.length * 0.5;
}

/** The navigation, header or footer of the site. */
function isSiteFrame(element: PageElement): boolean {
  const { name, attribs } = element;
  if (name === 'nav' || name === 'footer') return true;
  if (name === 'header') return !isInArticle(element) && !hasTitle(element);
  const role = attribs['role'];
  return role !== undefined && siteFrameRoles.has(role);
}

/** Elements that are never excluded because of their label. */
const protectedNames = new Set(['html', 'body', 'main', 'pre', 'code', 'table', 'tbody', 'tr', 'math', 'h1']);

/** `article` also excludes what accompanies an article: byline, related links, comments. */
export type Strictness = 'page' | 'article';

/**
 * The outermost elements of a page that are not its content. An element with much of the page's prose, or with its
 * title, is kept whatever its label says, because labels are often wrong.
 */
export function findBoilerplate(
  body: PageElement,
  measures: ReadonlyMap<PageElement, Measure>,
  strictness: Strictness,
): Set<PageElement> {
  const boilerplate = new Set<PageElement>();
  const total = measures.get(body)?.prose ?? 0;
  for (let node = following(body, body); node; ) {
    const exclude: boolean =
      node.nodeType === 1 &&
      !protectedNames.has(node.name) &&
      isBoilerplate(node, measures.get(node) ?? noMeasure, total, strictness);
    if (exclude && node.nodeType === 1) boilerplate.add(node);
    node = following(node, body, !exclude);
  }
  return boilerplate;
}

function isBoilerplate(element: PageElement, { prose, link }: Measure, total: number, strictness: Strictness): boolean {
  if (isSiteFrame(element)) return prose <= total * 0.3;
  const label = labelOf(element);
  if (label && isClutter(label)) return prose <= total * 0.3 && !hasTitle(element) && !isMostlyQuote(element);
  if (strictness === 'page') return false;
  if (element.name === 'aside') return prose <= total * 0.3;
  if (!label) return false;
  if (isComments(label))
    return !hasTitle(element) && element.name !== 'article' && (prose <= total * 0.3 || total - prose >= 400);
  return (
    (isPeripheral(label) || (link > 0 && isRelatedContent(label))) &&
    prose <= total * 0.25 &&
    !hasTitle(element) &&
    !isMostlyQuote(element)
  );
}
