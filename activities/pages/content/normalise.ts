import type { PageDocument } from '../document.ts';
import { detach, findAll, following, isElement, type PageElement, type PageNode, unwrap } from '../tree/nodes.ts';

/** Where lazy loaders keep the address until a script puts it into `src`. */
const lazySources = [
  'data-src',
  'data-original',
  'data-lazy-src',
  'data-lazy',
  'data-url',
  'data-image',
  'data-hi-res-src',
  'data-full-src',
  'data-actualsrc',
  'data-echo',
  'data-img-src',
];
const lazySets = ['data-srcset', 'data-lazy-srcset', 'srcset'];

const looksLikeImage = (value: string | undefined): value is string =>
  value !== undefined && /^\s*(?:https?:)?\/?\/?[^\s{}<>]+$/.test(value) && !value.trimStart().startsWith('data:');

/** The largest candidate of a `srcset`; densities and widths are not mixed in one set. */
const largestOf = (set: string | undefined): string | undefined => {
  let best: { url: string; size: number } | undefined;
  // Candidates are separated by a comma and a space, or by a descriptor and a comma: URLs may hold commas themselves.
  for (const match of (set ?? '').matchAll(/(\S*[^,\s])(?:\s+([\d.]+)[wxh])?\s*(?:,|$)/g)) {
    const size = Number(match[2] ?? 1);
    const url = match[1] ?? '';
    if (url && !url.startsWith('data:') && (!best || size > best.size)) best = { url, size };
  }
  return best?.url;
};

const sourceOf = (image: PageElement): string | undefined => {
  const { attribs } = image;
  for (const name of lazySets) {
    const largest = largestOf(attribs[name]);
    if (largest) return largest;
  }
  if (image.parent?.name === 'picture') {
    for (const source of findAll(image.parent, ({ name }) => name === 'source')) {
      const largest = largestOf(source.attribs['srcset'] ?? source.attribs['data-srcset']);
      if (largest) return largest;
    }
  }
  for (const name of lazySources) if (looksLikeImage(attribs[name])) return attribs[name];
  return attribs['src'];
};

/** Counters and spacers are not pictures. */
const isPixel = ({ attribs }: PageElement): boolean => {
  const width = Number.parseInt(attribs['width'] ?? '', 10);
  const height = Number.parseInt(attribs['height'] ?? '', 10);
  return (width >= 0 && width <= 2) || (height >= 0 && height <= 2);
};

/** Makes addresses absolute, gives each image its real and largest source, and leaves nothing that could run. */
export const normalise = (root: PageElement, { resolve }: PageDocument): void => {
  const seen = new Set<string>();
  for (let node: PageNode | null = following(root, root); node; ) {
    const next: PageNode | null = following(node, root);
    if (isElement(node)) {
      if (node.name === 'img') {
        const src = isPixel(node) ? undefined : resolve(sourceOf(node));
        if (!src) detach(node);
        else if (seen.has(src) && node.parent?.name === 'noscript') detach(node);
        else {
          seen.add(src);
          node.attribs = {
            src,
            alt: node.attribs['alt'] ?? '',
            ...(node.attribs['title'] ? { title: node.attribs['title'] } : {}),
          };
        }
      } else if (node.name === 'a' && node.attribs['href'] !== undefined) {
        const href = node.attribs['href'].trim();
        const absolute = resolve(href) ?? (/^(?:mailto|tel):/i.test(href) ? href : undefined);
        if (absolute) node.attribs['href'] = absolute;
        else delete node.attribs['href'];
      }
    }
    node = next;
  }
  for (const element of findAll(root, ({ name }) => name === 'picture' || name === 'noscript'))
    if (element.parent) unwrap(element);
};
