import { detach } from '../tree/edit.ts';
import { blockNames, voidNames } from '../tree/elementNames.ts';
import type { PageElement, PageNode, PageText } from '../tree/nodes.ts';

/**
 * Removes the spaces that a browser would not show: at the edges of blocks and lines, and after another space. In a tree
 * that `compose` has built, whose texts have no other whitespace. turndown does the same, but writes every text anew.
 */
export function collapseSpaces(root: PageElement): void {
  new SpaceCollapser().collapse(root);
}

class SpaceCollapser {
  /** The last text of the line. */
  private before: PageText | null = null;
  private keepsLeading = false;

  collapse(root: PageElement): void {
    this.addChildren(root);
    const last = this.before;
    this.endLine();
    if (last?.data === '') detach(last);
  }

  private addChildren(parent: PageElement): void {
    for (let child = parent.first; child; ) {
      const { next }: { next: PageNode | null } = child;
      if (child.nodeType === 3) this.addText(child);
      else this.addElement(child);
      child = next;
    }
  }

  private addText(node: PageText): void {
    let text = node.data.includes('  ') ? node.data.replace(/ {2,}/g, ' ') : node.data;
    if (text.startsWith(' ') && !this.keepsLeading && (!this.before || this.before.data.endsWith(' ')))
      text = text.slice(1);
    if (text === '') {
      detach(node);
      return;
    }
    node.data = text;
    this.before = node;
  }

  private addElement(element: PageElement): void {
    this.cross(element);
    if (!element.first) return;
    this.addChildren(element);
    this.cross(element);
  }

  /** At the beginning of an element, and again at its end. */
  private cross({ name }: PageElement): void {
    if (blockNames.has(name) || name === 'br') this.endLine();
    else if (voidNames.has(name)) {
      // The spaces around a picture stay.
      this.before = null;
      this.keepsLeading = true;
    } else if (this.before) this.keepsLeading = false;
  }

  private endLine(): void {
    if (this.before?.data.endsWith(' ')) this.before.data = this.before.data.slice(0, -1);
    this.before = null;
    this.keepsLeading = false;
  }
}
