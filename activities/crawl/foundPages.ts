import type { EgressRules } from '../../contracts/egress/rules.ts';
import { checkUrl } from '../../contracts/egress/url.ts';
import type { MappedPage } from '../../contracts/results/map.ts';
import { pageAddress } from './pageAddress.ts';
import type { SiteScope } from './siteScope.ts';

export type FoundPages = ReturnType<typeof createFoundPages>;

interface Deps {
  scope: SiteScope;
  rules: EgressRules;
  ignoreQueryParameters: boolean;
  limit: number;
}

/** The pages of one site, each once. */
export function createFoundPages({ scope, rules, ignoreQueryParameters, limit }: Deps) {
  const byKey = new Map<string, MappedPage>();
  const hosts = new Map<string, boolean>();

  /** Judged once for each host: a site has many pages and few hosts. */
  function mayBeRead(url: URL): boolean {
    const known = hosts.get(url.host);
    if (known !== undefined) return known;
    const verdict = checkUrl(url, rules).problem === undefined;
    hosts.set(url.host, verdict);
    return verdict;
  }

  return {
    isFull: () => byKey.size >= limit,
    size: () => byKey.size,
    /**
     * Returns the page if it is new and one of this site that we would read. Keeps its first address, and the first of
     * everything that is said of it.
     */
    add(given: URL, said: Omit<MappedPage, 'url'> = {}): MappedPage | undefined {
      const address = scope(given) ? pageAddress(given, { ignoreQueryParameters }) : undefined;
      if (!address) return undefined;
      const known = byKey.get(address.key);
      if (known) Object.assign(known, { ...said, ...known });
      if (known || byKey.size >= limit || !mayBeRead(given)) return undefined;
      const page = { url: address.url, ...said };
      byKey.set(address.key, page);
      return page;
    },
  };
}
