import type { LogoPicture } from '../../contracts/results/brandingDraft.ts';
import type { DecoderPool } from '../icons/decode/pool.ts';
import { sniffPicture } from '../icons/decode/sniff.ts';
import type { Evidence } from './evidence.ts';
import { scoreLogos } from './logo.ts';

/** The model may prefer the second or third likeliest logo. */
const maxPictures = 3;
const maxBytes = 256 * 1024;
/** Twice the size at which the dashboard shows a logo. */
const maxSide = 640;

/** Reads what the page has loaded from a URL; undefined if the browser has not kept it. */
export type ReadResource = (url: string) => Promise<Buffer | undefined>;

interface Deps {
  readResource: ReadResource;
  decoder: Pick<DecoderPool, 'makePreview'>;
  signal?: AbortSignal | undefined;
}

/** The likeliest logos as `data:` URLs, so that the dashboard shows them without requests to other sites. */
export async function logoPictures(evidence: Evidence, deps: Deps): Promise<LogoPicture[]> {
  const { readResource, decoder, signal } = deps;
  const pictures: LogoPicture[] = [];
  for (const { logo } of scoreLogos(evidence, undefined).slice(0, maxPictures)) {
    const bytes = logo.url.startsWith('data:') ? decodeDataUrl(logo.url) : await readResource(logo.url);
    const picture = bytes && (await showPicture(bytes, decoder, signal));
    if (picture !== undefined) pictures.push({ url: logo.url, ...picture });
  }
  return pictures;
}

/** A picture in pixels, as a `data:` URL; undefined if the bytes are not a picture that can be decoded. */
export async function showPicture(
  bytes: Buffer,
  decoder: Pick<DecoderPool, 'makePreview'>,
  signal?: AbortSignal,
): Promise<Omit<LogoPicture, 'url'> | undefined> {
  if (bytes.length > maxBytes || sniffPicture(bytes) === undefined) return undefined;
  const preview = await decoder.makePreview({ body: bytes, maxSide }, signal);
  if ('problem' in preview) return undefined;
  const { contentType, body, inks } = preview;
  return { data: `data:${contentType};base64,${body.toString('base64')}`, inks };
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
