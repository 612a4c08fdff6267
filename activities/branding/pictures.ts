import type { Picture } from '../../contracts/results/brandingDraft.ts';
import { contentTypes, sniffPicture, textOf } from '../icons/decode/sniff.ts';
import { sanitizeSvg } from '../icons/svg/sanitize.ts';
import type { Evidence } from './evidence.ts';
import { scoreLogos } from './logo.ts';

/** The likeliest logos; the model may prefer the second or third. */
const most = 3;
const largestBytes = 256 * 1024;
const shown = new Set(['png', 'jpeg', 'gif', 'webp', 'avif', 'ico']);

/** The bytes of something that the page has loaded; undefined where the browser has not kept it. */
export type Loaded = (url: string) => Promise<Buffer | undefined>;

/** The logos themselves, so that who shows a profile need not ask strangers for them. */
export async function logoPictures(evidence: Evidence, loaded: Loaded): Promise<Picture[]> {
  const pictures: Picture[] = [];
  for (const { logo } of scoreLogos(evidence, undefined).slice(0, most)) {
    const bytes = logo.url.startsWith('data:') ? dataOf(logo.url) : await loaded(logo.url);
    const data = bytes && pictureAddress(bytes);
    if (data !== undefined) pictures.push({ url: logo.url, data });
  }
  return pictures;
}

/** An address that holds the picture itself, made from what the bytes are and not from what they are called. */
export function pictureAddress(bytes: Buffer): string | undefined {
  if (bytes.length > largestBytes) return undefined;
  const format = sniffPicture(bytes);
  if (format === 'svg') {
    const { svg } = sanitizeSvg(textOf(bytes));
    return svg === undefined ? undefined : `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  }
  if (format === undefined || !shown.has(format)) return undefined;
  return `data:${contentTypes[format]};base64,${bytes.toString('base64')}`;
}

function dataOf(address: string): Buffer | undefined {
  const comma = address.indexOf(',');
  if (comma < 0) return undefined;
  const body = address.slice(comma + 1);
  if (/;base64$/i.test(address.slice(0, comma))) return Buffer.from(body, 'base64');
  try {
    return Buffer.from(decodeURIComponent(body));
  } catch {
    return undefined;
  }
}
