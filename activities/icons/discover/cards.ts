import { resolveAddress } from './addresses.ts';
import type { PageTags } from './page.ts';

const mostCards = 4;

/** The order in which the names of a page's card count. */
const names = [/^og:image(?::(?:secure_)?url)?$/i, /^twitter:image(?::src)?$/i];

/** Addresses of a page's Open Graph images in the order they are to be tried, Twitter's after them. */
export function cardAddresses({ metas, base }: PageTags): string[] {
  const found = names.flatMap((name) =>
    metas
      .filter((meta) => name.test((meta['property'] ?? meta['name'] ?? meta['itemprop'] ?? '').trim()))
      .map((meta) => resolveAddress(meta['content'], base)),
  );
  return [...new Set(found)].filter((url) => url !== undefined).slice(0, mostCards);
}
