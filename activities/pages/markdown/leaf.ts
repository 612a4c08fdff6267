import { append, PageElement, PageText } from '../tree/nodes.ts';

/**
 * A part whose markdown is already written (a table, a code block, a formula). The name cannot come from a page:
 * no HTML element is called `#…`.
 */
const leafName = '#leaf';

export function leaf(markdown: string): PageElement {
  const element = new PageElement(leafName, { markdown });
  // turndown drops what has no text.
  append(element, new PageText('.'));
  return element;
}

/** A leaf that stands alone, as a block for turndown. */
export function blockLeaf(markdown: string): PageElement {
  const block = new PageElement('div', {});
  append(block, leaf(markdown));
  return block;
}

export function isLeaf(node: { nodeName: string }): boolean {
  return node.nodeName === leafName.toUpperCase();
}
