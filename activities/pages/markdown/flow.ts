import { append } from '../tree/edit.ts';
import { isElement, isText, PageElement, type PageNode } from '../tree/nodes.ts';

/** Merges adjacent texts, because a page may wrap every word in an element of its own. */
export function appendInline(parent: PageElement, node: PageNode): void {
  if (isText(node) && isText(parent.last)) parent.last.data += node.data;
  else append(parent, node);
}

/** Adds content to an element: blocks as they are, inline content in paragraphs, which the next block closes. */
export class Flow {
  private paragraph: PageElement | null = null;
  private breaks = 0;

  constructor(
    readonly target: PageElement,
    /** Called after each block; it may empty the target. */
    private readonly onBlock?: () => void,
  ) {}

  closeParagraph(): void {
    if (!this.paragraph) return;
    this.paragraph = null;
    this.breaks = 0;
    this.onBlock?.();
  }

  addBlock(element: PageElement): void {
    this.closeParagraph();
    append(this.target, element);
    this.onBlock?.();
  }

  /** A line break is only written if something follows it; two of them end the paragraph. */
  addInline(node: PageNode): void {
    if (isElement(node) && node.name === 'br') {
      this.breaks++;
      return;
    }
    const isBlank = isText(node) && !/\S/.test(node.data);
    if (isBlank && (!this.paragraph || this.breaks > 0)) return;
    if (this.breaks > 1) this.closeParagraph();
    if (!this.paragraph) {
      this.paragraph = new PageElement('p', {});
      append(this.target, this.paragraph);
    } else if (this.breaks === 1) append(this.paragraph, new PageElement('br', {}));
    this.breaks = 0;
    appendInline(this.paragraph, node);
  }
}
