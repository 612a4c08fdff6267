import { blockNames } from '../tree/names.ts';
import { contains, following, isElement, type PageElement, type PageNode } from '../tree/nodes.ts';
import { isLeadLabel, labelOf } from './labels.ts';
import type { Measure } from './measure.ts';

/** Said to be a lead by its own name or by that of a box around it that ends before the body. */
function isNamedLead(element: PageElement, root: PageElement): boolean {
  for (let at: PageElement | null = element, steps = 0; at && steps < 4 && !contains(at, root); at = at.parent, steps++)
    if (isLeadLabel(labelOf(at))) return true;
  return false;
}

const shortestLead = 50;
const longestLead = 1_200;
const mostBlocks = 3;

function isLeafBlock(element: PageElement): boolean {
  for (let node = following(element, element); node; node = following(node, element))
    if (isElement(node) && blockNames.has(node.name)) return false;
  return true;
}

/** Text that says something: some length, and the end of a sentence or more than a headline's words. */
function isSentence(text: string): boolean {
  return /[.!?…。！？:»”"]\s*$/.test(text) || text.length >= 100;
}

/**
 * Many sites set an article's first paragraph apart, between the title and the body. It is looked for from the title
 * down to the body that was found, among what is not excluded.
 */
export function findLead(
  body: PageElement,
  root: PageElement,
  excluded: ReadonlySet<PageElement>,
  measures: ReadonlyMap<PageElement, Measure>,
): PageElement[] {
  let title: PageElement | undefined;
  const found: PageElement[] = [];
  for (let node: PageNode | null = following(body, body); node && node !== root; ) {
    let into = true;
    if (isElement(node)) {
      if (excluded.has(node)) into = false;
      else if (node.name === 'h1') {
        title = node;
        found.length = 0;
        into = false;
      } else if (title && blockNames.has(node.name) && !contains(node, root) && isLeafBlock(node)) {
        const { text, link } = measures.get(node) ?? { text: 0, link: 0 };
        const words = text >= shortestLead && text <= longestLead && link < text * 0.3 ? node.textContent.trim() : '';
        if (words && node.name !== 'figcaption' && node.name !== 'li' && isSentence(words) && isNamedLead(node, root))
          found.push(node);
        into = false;
      }
    }
    node = following(node, body, into);
  }
  return title && !contains(root, title) && found.length <= mostBlocks ? found : [];
}
