import { parseUrl } from '../../contracts/parseUrl.ts';
import { moveChildren } from './tree/edit.ts';
import { descendants, findAll, findFirst, type PageElement } from './tree/nodes.ts';
import { parseHtml } from './tree/parseHtml.ts';

const maxFrames = 50;
/** Frames inside frames, which a page can nest without end. */
const maxNesting = 4;

/**
 * Puts the documents of `<iframe srcdoc>` in the place of their frames. Sites write some of these, the browser writes
 * the frames of the page's own site in this form.
 */
export function inlineFrames(root: PageElement): void {
  let left = maxFrames;
  function inline(parent: PageElement, nesting: number): void {
    for (const frame of findAll(parent, ({ name, attribs }) => name === 'iframe' && attribs['srcdoc'] !== undefined)) {
      if (left-- <= 0 || nesting > maxNesting) return;
      const { srcdoc = '', src: _, ...attribs } = frame.attribs;
      const { html, body } = parseHtml(srcdoc);
      const base = findFirst(html, ({ name, attribs }) => name === 'base' && attribs['href'] !== undefined);
      if (base) makeAbsolute(body, base.attribs['href'] ?? '');
      inline(body, nesting + 1);
      frame.name = 'div';
      frame.attribs = attribs;
      // What an `<iframe>` contains is for browsers without frames.
      frame.first = null;
      frame.last = null;
      moveChildren(body, frame);
    }
  }
  inline(root, 1);
}

const addressAttributes = ['href', 'src', 'data-src', 'cite'];

function makeAbsolute(root: PageElement, base: string): void {
  for (const { attribs } of descendants(root)) {
    for (const name of addressAttributes) {
      const address = attribs[name];
      if (address === undefined || address.startsWith('#')) continue;
      attribs[name] = parseUrl(address, base)?.href ?? address;
    }
    // Its relative addresses would be resolved against the outer page.
    if (attribs['src'] !== undefined) delete attribs['srcset'];
  }
}
