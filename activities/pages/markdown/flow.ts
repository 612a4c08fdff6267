import { append, isElement, isText, PageElement, type PageNode } from '../tree/nodes.ts';

/** Adjacent words become one text: a page may wrap each of them in an element of its own. */
export function appendInline(parent: PageElement, node: PageNode): void {
  if (isText(node) && isText(parent.last)) parent.last.data += node.data;
  else append(parent, node);
}

/** Where content goes: blocks as they are, words into a paragraph that the first opens and the next block closes. */
export class Flow {
  private paragraph: PageElement | null = null;
  private breaks = 0;

  constructor(
    readonly target: PageElement,
    /** Told after each block; the target may be emptied then. */
    private readonly settled?: () => void,
  ) {}

  close(): void {
    if (!this.paragraph) return;
    this.paragraph = null;
    this.breaks = 0;
    this.settled?.();
  }

  block(element: PageElement): void {
    this.close();
    append(this.target, element);
    this.settled?.();
  }

  /** A line break counts once something follows it; two of them end the paragraph. */
  add(node: PageNode): void {
    if (isElement(node) && node.name === 'br') {
      this.breaks++;
      return;
    }
    const isBlank = isText(node) && !/\S/.test(node.data);
    if (isBlank && (!this.paragraph || this.breaks > 0)) return;
    if (this.breaks > 1) this.close();
    if (!this.paragraph) {
      this.paragraph = new PageElement('p', {});
      append(this.target, this.paragraph);
    } else if (this.breaks === 1) append(this.paragraph, new PageElement('br', {}));
    this.breaks = 0;
    appendInline(this.paragraph, node);
  }
}
