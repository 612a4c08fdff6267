import { following, isElement, type PageElement } from '../tree/nodes.ts';
import { readable } from './readable.ts';

/** Anything longer is text that someone put there. */
const longestCaption = 1_000;

/** What is said of the pictures of a page. */
export class Captions {
  /** By picture. */
  readonly titles = new Map<PageElement, string>();
  /** Captions that stand with their picture, and nowhere else. */
  readonly told = new Set<PageElement>();

  /** A caption goes with its picture, as its title; under anything else it is a line of its own. */
  tell(figure: PageElement): void {
    const images: PageElement[] = [];
    let caption: PageElement | undefined;
    for (let at = following(figure, figure); at; at = following(at, figure)) {
      if (!isElement(at)) continue;
      if (at.name === 'img') images.push(at);
      else if (at.name === 'figcaption') caption ??= at;
    }
    const [image, ...others] = images;
    const words = caption ? readable(caption.textContent).trim() : '';
    if (!caption || !image || others.length > 0 || words.length > longestCaption) return;
    this.titles.set(image, words);
    this.told.add(caption);
  }
}
