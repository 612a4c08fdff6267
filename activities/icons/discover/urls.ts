import { parseUrl } from '../../../contracts/parseUrl.ts';

/** Icons are small, so a longer `data:` URL is not an icon. */
const maxDataUrlLength = 1024 * 1024;

/** Resolves a reference in a page to an http(s) or `data:` URL; undefined for every other scheme. */
export function resolveUrl(reference: string | undefined, base: string): string | undefined {
  const trimmed = reference?.trim();
  const url = trimmed ? parseUrl(trimmed, base) : undefined;
  if (!trimmed || !url) return undefined;
  if (url.protocol === 'data:') return trimmed.length <= maxDataUrlLength ? trimmed : undefined;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  url.hash = '';
  return url.href;
}

/** Decodes a `data:` URL, plain or base64. */
export function readDataUrl(url: string): Buffer | undefined {
  const parts = /^data:([^,]*),([\s\S]*)$/i.exec(url);
  if (parts === null) return undefined;
  const [, head = '', data = ''] = parts;
  try {
    const text = decodeURIComponent(data);
    return /;\s*base64\s*$/i.test(head) ? Buffer.from(text, 'base64') : Buffer.from(text);
  } catch {
    // A stray percent sign: browsers use such URLs undecoded.
    return /;\s*base64\s*$/i.test(head) ? Buffer.from(data, 'base64') : Buffer.from(data);
  }
}

/** The largest side in a `sizes` list such as `16x16 32x32`; `any` is Infinity. */
export function largestDeclaredSide(sizes: string | undefined): number | undefined {
  let largest: number | undefined;
  for (const size of sizes?.toLowerCase().split(/[\s,]+/) ?? []) {
    const sides = /^(\d{1,5})x(\d{1,5})$/.exec(size);
    const side =
      size === 'any'
        ? Number.POSITIVE_INFINITY
        : sides === null
          ? undefined
          : Math.max(Number(sides[1]), Number(sides[2]));
    if (side !== undefined && side > (largest ?? 0)) largest = side;
  }
  return largest;
}
