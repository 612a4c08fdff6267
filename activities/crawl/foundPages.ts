import type { MappedPage } from '../../contracts/results/map.ts';
import type { PageAddress } from './pageAddress.ts';

/** Where the pages go that a sitemap names. */
export interface PageSink<Page> {
  isFull(): boolean;
  size(): number;
  /** Returns the page if it is new and wanted. `from` is the sitemap. */
  add(given: URL, said: Omit<MappedPage, 'url'>, from: string): Page | undefined;
}

interface Deps {
  /** Undefined for what is not to be listed. */
  addressOf: (url: URL) => PageAddress | undefined;
  limit: number;
}

/** The pages of one site, each once: with its first address, and the first of everything that is said of it. */
export function createFoundPages({ addressOf, limit }: Deps): PageSink<MappedPage> {
  const byKey = new Map<string, MappedPage>();
  return {
    isFull: () => byKey.size >= limit,
    size: () => byKey.size,
    add(given, said) {
      const address = addressOf(given);
      if (!address) return undefined;
      const known = byKey.get(address.key);
      if (known) Object.assign(known, { ...said, ...known });
      if (known || byKey.size >= limit) return undefined;
      const page = { url: address.url, ...said };
      byKey.set(address.key, page);
      return page;
    },
  };
}
