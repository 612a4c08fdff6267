import { blockNames } from '../tree/elementNames.ts';
import { contains, following, isElement, type PageElement, type PageNode } from '../tree/nodes.ts';
import { isLeadLabel, labelOf } from './labels.ts';
import type { Measure } from './measure.ts';

/** Whether its own label, or that of a container that does not hold the body, says that it is a lead. */
function isLabeledLead(element: PageElement, root: PageElement): boolean {
  for (let at: PageElement | null = element, steps = 0; at && steps < 4 && !contains(at, root); at = at.parent, steps++)
    if (isLeadLabel(labelOf(at))) return true;
  return false;
}

const minLeadLength = 50;
const maxLeadLength = 1_200;
const maxLeadBlocks = 3;

function isLeafBlock(element: PageElement): boolean {
  for (let node = following(element, element); node; node = following(node, element))
    if (isElement(node) && blockNames.has(node.name)) return false;
  return true;
}

/** The end of a sentence, or more text than a headline has. */
function isSentence(text: string): boolean {
  return /[.!?…。！？:»”"]\s*$/.test(text) || text.length >= 100;
}

/**
 * The lead: many sites set an article's first paragraph apart, between the title and the body. `root` is the body, and
 * the elements from the title down to it are searched, without the excluded ones.
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
        const words =
          text >= minLeadLength && text <= maxLeadLength && link < text * 0.3 ? node.textContent.trim() : '';
        if (words && node.name !== 'figcaption' && node.name !== 'li' && isSentence(words) && isLabeledLead(node, root))
          found.push(node);
        into = false;
      }
    }
    node = following(node, body, into);
  }
  return title && !contains(root, title) && found.length <= maxLeadBlocks ? found : [];
}
