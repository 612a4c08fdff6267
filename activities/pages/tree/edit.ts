import type { PageElement, PageNode } from './nodes.ts';

export function append(parent: PageElement, node: PageNode): void {
  node.parent = parent;
  node.prev = parent.last;
  node.next = null;
  if (parent.last) parent.last.next = node;
  else parent.first = node;
  parent.last = node;
}

export function detach(node: PageNode): void {
  node.parent?.removeChild(node);
}

function insertBefore(node: PageNode, reference: PageNode): void {
  const { parent, prev } = reference;
  node.parent = parent;
  node.prev = prev;
  node.next = reference;
  reference.prev = node;
  if (prev) prev.next = node;
  else if (parent) parent.first = node;
}

/** `node` must be in no tree, or in one that is dropped. */
export function insertAfter(node: PageNode, reference: PageNode): void {
  const { parent, next } = reference;
  node.parent = parent;
  node.prev = reference;
  node.next = next;
  reference.next = node;
  if (next) next.prev = node;
  else if (parent) parent.last = node;
}

export function prepend(parent: PageElement, node: PageNode): void {
  if (parent.first) insertBefore(node, parent.first);
  else append(parent, node);
}

/** Replaces an element by its children. */
export function unwrap(element: PageElement): void {
  for (let child = element.first; child; ) {
    const { next }: { next: PageNode | null } = child;
    insertBefore(child, element);
    child = next;
  }
  element.first = null;
  element.last = null;
  detach(element);
}

export function moveChildren(from: PageElement, to: PageElement): void {
  for (let child = from.first; child; ) {
    const { next }: { next: PageNode | null } = child;
    append(to, child);
    child = next;
  }
  from.first = null;
  from.last = null;
}
