import type { PageDocument } from '../document.ts';
import { detach, unwrap } from '../tree/edit.ts';
import { findAll, following, isElement, type PageElement, type PageNode } from '../tree/nodes.ts';
import { imageSourceOf } from './imageSource.ts';

/** Tracking pixels and spacers are not pictures. */
function isTrackingPixel({ attribs }: PageElement): boolean {
  const width = Number.parseInt(attribs['width'] ?? '', 10);
  const height = Number.parseInt(attribs['height'] ?? '', 10);
  return (width >= 0 && width <= 2) || (height >= 0 && height <= 2);
}

/** Makes addresses absolute, gives each image its largest source, and removes links that would run a script. */
export function normalizeContent(root: PageElement, { resolve }: PageDocument): void {
  const seen = new Set<string>();
  for (let node: PageNode | null = following(root, root); node; ) {
    const next: PageNode | null = following(node, root);
    if (isElement(node)) {
      if (node.name === 'img') normalizeImage(node, seen, resolve);
      else if (node.name === 'a' && node.attribs['href'] !== undefined)
        normalizeLink(node, node.attribs['href'], resolve);
    }
    node = next;
  }
  for (const element of findAll(root, ({ name }) => name === 'picture' || name === 'noscript'))
    if (element.parent) unwrap(element);
}

/** `seen` has the sources of the images before this one: an image in `<noscript>` often repeats the one beside it. */
function normalizeImage(image: PageElement, seen: Set<string>, resolve: PageDocument['resolve']): void {
  const src = isTrackingPixel(image) ? undefined : resolve(imageSourceOf(image));
  if (!src || (seen.has(src) && image.parent?.name === 'noscript')) {
    detach(image);
    return;
  }
  seen.add(src);
  const { alt = '', title } = image.attribs;
  image.attribs = { src, alt, ...(title ? { title } : {}) };
}

function normalizeLink(link: PageElement, reference: string, resolve: PageDocument['resolve']): void {
  const href = reference.trim();
  const absolute = resolve(href) ?? (/^(?:mailto|tel):/i.test(href) ? href : undefined);
  if (absolute) link.attribs['href'] = absolute;
  else delete link.attribs['href'];
}
