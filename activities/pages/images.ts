import { imageSourceOf } from './content/imageSource.ts';
import type { PageDocument } from './document.ts';
import { findAll } from './tree/nodes.ts';

/** More than any page for people shows. */
const maxImages = 10_000;

/** The distinct pictures of the whole page, absolute and in document order, each in the largest size that it offers. */
export function collectImages({ html, resolve }: PageDocument): string[] {
  const images = new Set<string>();
  for (const image of findAll(html, ({ name }) => name === 'img')) {
    if (images.size >= maxImages) break;
    const absolute = resolve(imageSourceOf(image));
    if (absolute) images.add(absolute);
  }
  return [...images];
}
