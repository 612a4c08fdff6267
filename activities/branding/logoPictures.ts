import type { LogoPicture } from '../../contracts/results/brandingDraft.ts';
import { contentTypes, decodeText, sniffPicture } from '../icons/decode/sniff.ts';
import { sanitizeSvg } from '../icons/svg/sanitize.ts';
import type { Evidence } from './evidence.ts';
import { scoreLogos } from './logo.ts';

/** The model may prefer the second or third likeliest logo. */
const maxPictures = 3;
const maxBytes = 256 * 1024;
const shownFormats = new Set(['png', 'jpeg', 'gif', 'webp', 'avif', 'ico']);

/** Reads what the page has loaded from a URL; undefined if the browser has not kept it. */
export type ReadResource = (url: string) => Promise<Buffer | undefined>;

/** The likeliest logos as `data:` URLs, so that the dashboard shows them without requests to other sites. */
export async function logoPictures(evidence: Evidence, readResource: ReadResource): Promise<LogoPicture[]> {
  const pictures: LogoPicture[] = [];
  for (const { logo } of scoreLogos(evidence, undefined).slice(0, maxPictures)) {
    const bytes = logo.url.startsWith('data:') ? decodeDataUrl(logo.url) : await readResource(logo.url);
    const data = bytes && pictureDataUrl(bytes);
    if (data !== undefined) pictures.push({ url: logo.url, data });
  }
  return pictures;
}

/** A `data:` URL of a picture, by its real format; undefined if it is not a picture that browsers show. */
export function pictureDataUrl(bytes: Buffer): string | undefined {
  if (bytes.length > maxBytes) return undefined;
  const format = sniffPicture(bytes);
  if (format === 'svg') {
    const { svg } = sanitizeSvg(decodeText(bytes));
    return svg === undefined ? undefined : `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  }
  if (format === undefined || !shownFormats.has(format)) return undefined;
  return `data:${contentTypes[format]};base64,${bytes.toString('base64')}`;
}

function decodeDataUrl(url: string): Buffer | undefined {
  const comma = url.indexOf(',');
  if (comma < 0) return undefined;
  const body = url.slice(comma + 1);
  if (/;base64$/i.test(url.slice(0, comma))) return Buffer.from(body, 'base64');
  try {
    return Buffer.from(decodeURIComponent(body));
  } catch {
    return undefined;
  }
}
