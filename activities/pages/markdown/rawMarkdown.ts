import { append } from '../tree/edit.ts';
import { PageElement, PageText } from '../tree/nodes.ts';

/** An element with Markdown that is already written. The name cannot come from a page: no HTML element has a `#`. */
const rawName = '#raw';

export function rawInline(markdown: string): PageElement {
  const element = new PageElement(rawName, { markdown });
  // turndown drops elements without text.
  append(element, new PageText('.'));
  return element;
}

export function rawBlock(markdown: string): PageElement {
  const block = new PageElement('div', {});
  append(block, rawInline(markdown));
  return block;
}

export function isRaw(node: { nodeName: string }): boolean {
  return node.nodeName === rawName.toUpperCase();
}
