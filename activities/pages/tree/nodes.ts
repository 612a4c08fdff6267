/**
 * The nodes of a page's tree. Siblings are linked rather than indexed, so that any node can be removed or moved in
 * constant time. The nodes have as much of the DOM's interface (`nodeName`, `childNodes`, …) as turndown needs, so that
 * it can walk this tree and a page is parsed only once.
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
    // Bounded, because a hostile page could invent a million names.
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
  /** turndown sets this and the next three. */
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
  /** turndown sets this and the next three. */
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
    let text = '';
    for (let node = following(this, this); node; node = following(node, this))
      if (node.nodeType === 3) text += node.data;
    return text;
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
    const { prev, next } = node;
    if (prev) prev.next = next;
    else this.first = next;
    if (next) next.prev = prev;
    else this.last = prev;
    node.parent = null;
    node.prev = null;
    node.next = null;
  }

  /** turndown clones its input before it changes it; ours is built for turndown alone, so no copy is needed. */
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

/** The next node in document order, inside `root`; `into: false` skips the descendants of `node`. */
export function following(node: PageNode, root: PageElement, into = true): PageNode | null {
  if (into && node.nodeType === 1 && node.first) return node.first;
  for (let at: PageNode | null = node; at && at !== root; at = at.parent) if (at.next) return at.next;
  return null;
}

/** Every element below `root`, in document order. */
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

export function contains(ancestor: PageElement, node: PageNode): boolean {
  for (let at: PageNode | null = node; at; at = at.parent) if (at === ancestor) return true;
  return false;
}
