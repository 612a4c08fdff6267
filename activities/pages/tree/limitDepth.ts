import { insertAfter } from './edit.ts';
import type { PageElement, PageNode } from './nodes.ts';

/** Makes what is nested deeper than `maxDepth` siblings, as the parser does, for trees that are put together after it. */
export function limitDepth(root: PageElement, maxDepth: number): void {
  let depth = 0;
  for (let node: PageNode = root; ; ) {
    if (node.nodeType === 1 && depth >= maxDepth) hoistChildren(node);
    if (node.nodeType === 1 && node.first) {
      node = node.first;
      depth++;
      continue;
    }
    while (node !== root && !node.next && node.parent) {
      node = node.parent;
      depth--;
    }
    if (node === root || !node.next) return;
    node = node.next;
  }
}

function hoistChildren(element: PageElement): void {
  let last: PageNode = element;
  for (const child of element.childNodes) {
    insertAfter(child, last);
    last = child;
  }
  element.first = null;
  element.last = null;
}
