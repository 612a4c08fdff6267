import { findFirst, following, type PageElement } from '../tree/nodes.ts';
import { isClutter, isComments, isSurrounding, labelOf } from './labels.ts';
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

const isInArticle = (element: PageElement): boolean => {
  for (let at = element.parent; at; at = at.parent) if (at.name === 'article' || at.name === 'main') return true;
  return false;
};

const holdsTitle = (element: PageElement): boolean => findFirst(element, ({ name }) => name === 'h1') !== undefined;

const isFrame = (element: PageElement): boolean => {
  const { name, attribs } = element;
  if (name === 'nav' || name === 'footer') return true;
  if (name === 'header') return !isInArticle(element) && !holdsTitle(element);
  const role = attribs['role'];
  return role !== undefined && frameRoles.has(role);
};

/** Never left out for their name alone. */
const protectedNames = new Set(['html', 'body', 'main', 'pre', 'code', 'table', 'tbody', 'tr', 'math', 'h1']);

export type Strictness = 'page' | 'article';

/**
 * What of a page is around its content: frames and clutter always, for an article also what accompanies it.
 * What holds much of the page's prose, or its title, is kept whatever its name: names lie.
 */
export const excludedFrom = (
  body: PageElement,
  measures: ReadonlyMap<PageElement, Measure>,
  strictness: Strictness,
): Set<PageElement> => {
  const excluded = new Set<PageElement>();
  const total = measures.get(body)?.prose ?? 0;
  for (let node = following(body, body); node; ) {
    const exclude: boolean =
      node.nodeType === 1 &&
      !protectedNames.has(node.name) &&
      isAround(node, measures.get(node)?.prose ?? 0, total, strictness);
    if (exclude && node.nodeType === 1) excluded.add(node);
    node = following(node, body, !exclude);
  }
  return excluded;
};

const isAround = (element: PageElement, prose: number, total: number, strictness: Strictness): boolean => {
  const label = labelOf(element);
  if (isFrame(element)) return prose <= total * 0.3;
  if (label && isClutter(label)) return prose <= total * 0.3 && !holdsTitle(element);
  if (strictness === 'page') return false;
  if (element.name === 'aside') return prose <= total * 0.3;
  if (!label) return false;
  if (isComments(label))
    return !holdsTitle(element) && element.name !== 'article' && (prose <= total * 0.3 || total - prose >= 400);
  return isSurrounding(label) && prose <= total * 0.25 && !holdsTitle(element);
};
