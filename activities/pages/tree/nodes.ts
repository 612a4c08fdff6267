/**
 * A page's tree. Siblings are linked rather than indexed, so that cleaning may take out or move any node in constant
 * time; and the nodes speak just enough of the DOM's own words (`nodeName`, `childNodes`, …) for turndown to walk them,
 * so that a page is parsed once.
 */
export type PageNode = PageElement | PageText;

interface FlankingWhitespace {
  leading: string;
  trailing: string;
}

const upperNames = new Map<string, string>();
function upperCase(name: string): string {
  let upper = upperNames.get(name);
  if (upper === undefined) {
    upper = name.toUpperCase();
    // Only names that pages share are worth remembering; a hostile page could invent a million.
    if (upperNames.size < 500) upperNames.set(name, upper);
  }
  return upper;
}

export class PageText {
  readonly nodeType = 3;
  readonly nodeName = '#text';
  parent: PageElement | null = null;
  prev: PageNode | null = null;
  next: PageNode | null = null;
  /** Written by turndown. */
  isBlock = false;
  isCode = false;
  isBlank = false;
  flankingWhitespace: FlankingWhitespace | null = null;

  constructor(public data: string) {}

  get nodeValue(): string {
    return this.data;
  }
  get textContent(): string {
    return this.data;
  }
  get parentNode(): PageElement | null {
    return this.parent;
  }
  get previousSibling(): PageNode | null {
    return this.prev;
  }
  get nextSibling(): PageNode | null {
    return this.next;
  }
}

export class PageElement {
  readonly nodeType = 1;
  parent: PageElement | null = null;
  prev: PageNode | null = null;
  next: PageNode | null = null;
  first: PageNode | null = null;
  last: PageNode | null = null;
  /** Written by turndown. */
  isBlock = false;
  isCode = false;
  isBlank = false;
  flankingWhitespace: FlankingWhitespace | null = null;

  constructor(
    public name: string,
    public attribs: Record<string, string>,
  ) {}

  get nodeName(): string {
    return upperCase(this.name);
  }
  get parentNode(): PageElement | null {
    return this.parent;
  }
  get previousSibling(): PageNode | null {
    return this.prev;
  }
  get nextSibling(): PageNode | null {
    return this.next;
  }
  get firstChild(): PageNode | null {
    return this.first;
  }
  get childNodes(): PageNode[] {
    const nodes: PageNode[] = [];
    for (let node = this.first; node; node = node.next) nodes.push(node);
    return nodes;
  }
  get children(): PageElement[] {
    const elements: PageElement[] = [];
    for (let node = this.first; node; node = node.next) if (node instanceof PageElement) elements.push(node);
    return elements;
  }
  get lastElementChild(): PageElement | null {
    for (let node = this.last; node; node = node.prev) if (node instanceof PageElement) return node;
    return null;
  }
  get textContent(): string {
    return textOf(this);
  }

  getAttribute(name: string): string | null {
    return this.attribs[name] ?? null;
  }

  getElementsByTagName(upperName: string): PageElement[] {
    const found: PageElement[] = [];
    for (const element of descendants(this)) if (element.nodeName === upperName) found.push(element);
    return found;
  }

  removeChild(node: PageNode): void {
    detach(node);
  }

  /** turndown clones what it is given before it collapses its whitespace; ours is made for it, so it may have it. */
  cloneNode(): PageElement {
    return this;
  }
}

export function isElement(node: PageNode | null): node is PageElement {
  return node !== null && node.nodeType === 1;
}
export function isText(node: PageNode | null): node is PageText {
  return node !== null && node.nodeType === 3;
}

export function append(parent: PageElement, node: PageNode): void {
  node.parent = parent;
  node.prev = parent.last;
  node.next = null;
  if (parent.last) parent.last.next = node;
  else parent.first = node;
  parent.last = node;
}

export function detach(node: PageNode): void {
  const { parent, prev, next } = node;
  if (prev) prev.next = next;
  else if (parent) parent.first = next;
  if (next) next.prev = prev;
  else if (parent) parent.last = prev;
  node.parent = null;
  node.prev = null;
  node.next = null;
}

export function insertBefore(node: PageNode, reference: PageNode): void {
  const { parent, prev } = reference;
  node.parent = parent;
  node.prev = prev;
  node.next = reference;
  reference.prev = node;
  if (prev) prev.next = node;
  else if (parent) parent.first = node;
}

export function prepend(parent: PageElement, node: PageNode): void {
  if (parent.first) insertBefore(node, parent.first);
  else append(parent, node);
}

/** Puts an element's children in its place. */
export function unwrap(element: PageElement): void {
  for (let child = element.first; child; ) {
    const following: PageNode | null = child.next;
    insertBefore(child, element);
    child = following;
  }
  element.first = null;
  element.last = null;
  detach(element);
}

export function moveChildren(from: PageElement, to: PageElement): void {
  for (let child = from.first; child; ) {
    const following: PageNode | null = child.next;
    append(to, child);
    child = following;
  }
  from.first = null;
  from.last = null;
}

/** The node after this one in document order, inside `root`; skips what is below `node` where `into` is false. */
export function following(node: PageNode, root: PageElement, into = true): PageNode | null {
  if (into && node.nodeType === 1 && node.first) return node.first;
  for (let at: PageNode | null = node; at && at !== root; at = at.parent) if (at.next) return at.next;
  return null;
}

/** Every element below `root` in document order. The one at hand may be detached or emptied meanwhile by its holder. */
export function* descendants(root: PageElement): Generator<PageElement> {
  for (let node = following(root, root); node; node = following(node, root)) if (node.nodeType === 1) yield node;
}

export function findFirst(root: PageElement, matches: (element: PageElement) => boolean): PageElement | undefined {
  for (let node = following(root, root); node; node = following(node, root))
    if (node.nodeType === 1 && matches(node)) return node;
  return undefined;
}

export function findAll(root: PageElement, matches: (element: PageElement) => boolean): PageElement[] {
  const found: PageElement[] = [];
  for (let node = following(root, root); node; node = following(node, root))
    if (node.nodeType === 1 && matches(node)) found.push(node);
  return found;
}

export function textOf(root: PageElement): string {
  let text = '';
  for (let node = following(root, root); node; node = following(node, root)) if (node.nodeType === 3) text += node.data;
  return text;
}

export function contains(ancestor: PageElement, node: PageNode): boolean {
  for (let at: PageNode | null = node; at; at = at.parent) if (at === ancestor) return true;
  return false;
}
