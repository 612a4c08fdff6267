import { findAll, type PageElement } from '../tree/nodes.ts';

/** Where lazy loaders keep an image's address until a script moves it into `src`. */
const lazyAttributes = [
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
const srcsetAttributes = ['data-srcset', 'data-lazy-srcset', 'srcset'];

function looksLikeImage(value: string | undefined): value is string {
  return (
    value !== undefined && /^\s*(?:https?:)?\/?\/?[^\s{}<>]+$/.test(value) && !value.trimStart().startsWith('data:')
  );
}

/** The largest candidate of a `srcset`, which has either widths or densities, never both. URLs may contain commas. */
function largestOf(srcset: string | undefined): string | undefined {
  let best: { url: string; size: number } | undefined;
  const words = (srcset ?? '').trim().split(/\s+/);
  for (let at = 0; at < words.length; at++) {
    const url = words[at] ?? '';
    let size = 1;
    if (!url.endsWith(',')) {
      const [descriptor = '', ...rest] = (words[at + 1] ?? '').split(',');
      size = Number.parseFloat(descriptor) || 1;
      // In `a 1w,b 2w` the next candidate follows the comma without a space.
      const nextUrl = rest.join(',');
      if (nextUrl) words[at + 1] = nextUrl;
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

/** The address of the largest version of an image that the page offers, as the page writes it. */
export function imageSourceOf(image: PageElement): string | undefined {
  const { attribs } = image;
  for (const name of srcsetAttributes) {
    const largest = largestOf(attribs[name]);
    if (largest) return largest;
  }
  if (image.parent?.name === 'picture') {
    for (const source of findAll(image.parent, ({ name }) => name === 'source')) {
      const largest = largestOf(source.attribs['srcset'] ?? source.attribs['data-srcset']);
      if (largest) return largest;
    }
  }
  for (const name of lazyAttributes) if (looksLikeImage(attribs[name])) return attribs[name];
  return attribs['src'];
}
