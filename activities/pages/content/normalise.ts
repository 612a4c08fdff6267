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

function looksLikeImage(value: string | undefined): value is string {
  return (
    value !== undefined && /^\s*(?:https?:)?\/?\/?[^\s{}<>]+$/.test(value) && !value.trimStart().startsWith('data:')
  );
}

/** The largest candidate of a `srcset`; densities and widths are not mixed in one set. URLs may hold commas themselves. */
function largestOf(set: string | undefined): string | undefined {
  let best: { url: string; size: number } | undefined;
  const words = (set ?? '').trim().split(/\s+/);
  for (let at = 0; at < words.length; at++) {
    const url = words[at] ?? '';
    let size = 1;
    if (!url.endsWith(',')) {
      const [descriptor = '', ...rest] = (words[at + 1] ?? '').split(',');
      size = Number.parseFloat(descriptor) || 1;
      const glued = rest.join(',');
      // `a 1w,b 2w`: the next candidate begins behind the comma.
      if (glued) words[at + 1] = glued;
      else at++;
    }
    const plain = url.endsWith(',') ? trimCommas(url) : url;
    if (plain && !plain.startsWith('data:') && (!best || size > best.size)) best = { url: plain, size };
  }
  return best?.url;
}

function trimCommas(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text[start] === ',') start++;
  while (end > start && text[end - 1] === ',') end--;
  return text.slice(start, end);
}

function sourceOf(image: PageElement): string | undefined {
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
}

/** Counters and spacers are not pictures. */
function isPixel({ attribs }: PageElement): boolean {
  const width = Number.parseInt(attribs['width'] ?? '', 10);
  const height = Number.parseInt(attribs['height'] ?? '', 10);
  return (width >= 0 && width <= 2) || (height >= 0 && height <= 2);
}

/** Makes addresses absolute, gives each image its real and largest source, and leaves nothing that could run. */
export function normalise(root: PageElement, { resolve }: PageDocument): void {
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
}
