/** Candidates' pictures are small; a page that carries more than this in an address is not naming an icon. */
const longestDataUrl = 1024 * 1024;

/** The address that a page means: relative, protocol-relative, absolute or `data:`. Undefined for everything else. */
export function resolveAddress(reference: string | undefined, base: string): string | undefined {
  const trimmed = reference?.trim();
  if (trimmed === undefined || trimmed === '' || !URL.canParse(trimmed, base)) return undefined;
  const url = new URL(trimmed, base);
  if (url.protocol === 'data:') return trimmed.length <= longestDataUrl ? trimmed : undefined;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  url.hash = '';
  return url.href;
}

/** The bytes of a `data:` address, plain or base64. */
export function readDataUrl(url: string): Buffer | undefined {
  const parts = /^data:([^,]*),([\s\S]*)$/i.exec(url);
  if (parts === null) return undefined;
  const [, head = '', data = ''] = parts;
  try {
    const text = decodeURIComponent(data);
    return /;\s*base64\s*$/i.test(head) ? Buffer.from(text, 'base64') : Buffer.from(text);
  } catch {
    // A stray percent sign: browsers take such addresses as they stand.
    return /;\s*base64\s*$/i.test(head) ? Buffer.from(data, 'base64') : Buffer.from(data);
  }
}

/** The largest side in a `sizes` list such as `16x16 32x32`; `any` has no end. */
export function largestDeclared(sizes: string | undefined): number | undefined {
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
