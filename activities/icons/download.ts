import { Failure } from '../../contracts/failures.ts';
import type { Unusable } from './decode/pool.ts';
import { sniffPicture } from './decode/sniff.ts';
import { readDataUrl } from './discover/urls.ts';
import type { Fetch, FetchResponse } from './fetch.ts';

export interface DownloadLimits {
  timeoutMs: number;
  maxBytes: number;
}

/** Downloads a picture, whatever content type the server claims. An HTML page sent in its place is not a picture. */
export async function downloadPicture(
  fetch: Fetch,
  url: string,
  limits: DownloadLimits,
  signal: AbortSignal,
): Promise<{ body: Buffer } | Unusable> {
  if (/^data:/i.test(url)) {
    const body = readDataUrl(url);
    return body === undefined || sniffPicture(body) === undefined ? { problem: 'not a picture' } : { body };
  }
  let response: FetchResponse;
  try {
    response = await fetch({
      ...{ url, signal, maxBytes: limits.maxBytes, totalTimeoutMs: limits.timeoutMs },
      accept: 'image/avif,image/webp,image/svg+xml,image/*;q=0.9,*/*;q=0.5',
    });
  } catch (error) {
    if (signal.aborted) return { problem: 'not waited for' };
    if (error instanceof Failure) return { problem: error.message };
    throw error;
  }
  if (response.status !== 200) return { problem: `answered with status ${response.status}` };
  return sniffPicture(response.body) === undefined ? { problem: 'not a picture' } : { body: response.body };
}
