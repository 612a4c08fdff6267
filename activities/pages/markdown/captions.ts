import { following, isElement, type PageElement } from '../tree/nodes.ts';
import { collapseWhitespace } from './whitespace.ts';

/** A longer `<figcaption>` is text of its own. */
const maxCaptionLength = 1_000;

/** Captions that become the title of their image. */
export class Captions {
  /** By image. */
  readonly titles = new Map<PageElement, string>();
  /** The `<figcaption>` elements that are written with their image, and so not as text of their own. */
  readonly attached = new Set<PageElement>();

  /** Attaches the caption of a figure with a single image; any other caption stays a line of its own. */
  attach(figure: PageElement): void {
    const images: PageElement[] = [];
    let caption: PageElement | undefined;
    for (let at = following(figure, figure); at; at = following(at, figure)) {
      if (!isElement(at)) continue;
      if (at.name === 'img') images.push(at);
      else if (at.name === 'figcaption') caption ??= at;
    }
    const [image, ...others] = images;
    const words = caption ? collapseWhitespace(caption.textContent).trim() : '';
    if (!caption || !image || others.length > 0 || words.length > maxCaptionLength) return;
    this.titles.set(image, words);
    this.attached.add(caption);
  }
}
