import { append } from './edit.ts';
import { blockNames } from './elementNames.ts';
import type { PageElement } from './nodes.ts';

/**
 * Elements nested deeper than this become siblings, as in Chromium. So code that walks the tree may recurse, and no page
 * takes quadratic time.
 */
export const maxDepth = 512;

/** The stack of open elements of the HTML specification, with a count by name so that lookups stay cheap. */
export class OpenElements {
  private readonly stack: PageElement[];
  private readonly counts = new Map<string, number>();
  /** Elements beyond `maxDepth`, by name: they are in the tree, but not on the stack. */
  private readonly flattened = new Map<string, number>();
  private foreignDepth = 0;

  constructor(
    private readonly root: PageElement,
    private readonly depthLimit = maxDepth,
  ) {
    this.stack = [root];
  }

  get current(): PageElement {
    return this.stack[this.stack.length - 1] ?? this.root;
  }

  /** Inside `<svg>` or `<math>`, where HTML's rules for tags do not hold. */
  get isForeign(): boolean {
    return this.foreignDepth > 0;
  }

  has(name: string): boolean {
    return (this.counts.get(name) ?? 0) > 0;
  }

  /** Appends an element to the current one and opens it. */
  push(element: PageElement): void {
    append(this.current, element);
    const { name } = element;
    if (this.stack.length >= this.depthLimit) {
      this.flattened.set(name, (this.flattened.get(name) ?? 0) + 1);
      return;
    }
    this.stack.push(element);
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    if (name === 'svg' || name === 'math') this.foreignDepth++;
  }

  pop(): void {
    const element = this.stack.pop();
    if (!element) return;
    this.counts.set(element.name, (this.counts.get(element.name) ?? 1) - 1);
    if (element.name === 'svg' || element.name === 'math') this.foreignDepth--;
  }

  /** Closes everything from this position on; the root stays open. */
  popTo(position: number): void {
    while (this.stack.length > Math.max(position, 1)) this.pop();
  }

  /** The position of the nearest open element of this name, or -1 if there is none this side of `boundary`. */
  find(name: string, boundary: ReadonlySet<string>): number {
    if (!this.counts.get(name)) return -1;
    for (let at = this.stack.length - 1; at > 0; at--) {
      const open = this.stack[at]?.name ?? '';
      if (open === name) return at;
      if (boundary.has(open)) return -1;
    }
    return -1;
  }

  /** Closes the nearest open element of this name, with all that is open inside it. */
  close(name: string, boundary: ReadonlySet<string>): void {
    const at = this.find(name, boundary);
    if (at > 0) this.popTo(at);
  }

  /** Whether the end tag belongs to an element beyond `maxDepth`, which is closed already. */
  closeFlattened(name: string): boolean {
    const count = this.flattened.get(name);
    if (!count) return false;
    this.flattened.set(name, count - 1);
    return true;
  }

  hasBlockAbove(position: number): boolean {
    return this.stack.slice(position + 1).some((element) => blockNames.has(element.name));
  }

  /** Takes the meaning from an open element, and leaves it open for what is inside it. */
  turnIntoSpan(position: number): void {
    const element = this.stack[position];
    if (!element) return;
    this.counts.set(element.name, (this.counts.get(element.name) ?? 1) - 1);
    element.name = 'span';
    this.counts.set('span', (this.counts.get('span') ?? 0) + 1);
  }

  /** Inside one of the elements of SVG or MathML that may hold HTML. */
  isInIntegrationPoint(): boolean {
    for (let at = this.stack.length - 1; at > 0; at--) {
      const name = this.stack[at]?.name ?? '';
      if (name === 'svg' || name === 'math') return false;
      if (name === 'foreignobject' || name === 'desc' || name === 'annotation-xml' || name === 'mtext') return true;
    }
    return false;
  }
}
