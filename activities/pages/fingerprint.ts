import { createHash } from 'node:crypto';
import type { PageOptions } from '../../contracts/requests/pageOptions.ts';

/** The cache key of a page's result: the URL and every option that affects the content. */
export function fingerprintOf(url: string, { timeout: _, maxAge: __, ...options }: PageOptions): string {
  const sorted = Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([url, sorted]))
    .digest('base64url');
}
