import { promises as dns, type LookupAddress } from 'node:dns';
import { LRUCache } from 'lru-cache';

/** Returns all addresses of a name, IPv4 and IPv6. Rejects as `dns.lookup` does. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/** Long enough for a batch that requests one host a thousand times at once, short enough to notice a DNS change. */
const cacheTtlMs = 10_000;

/**
 * The system's resolver with a short cache, which concurrent callers share. Names that do not exist are cached too:
 * the system's lookups share a few threads, and a dead host in a batch would occupy them all.
 */
export function createResolver(): Resolve {
  const cache = new LRUCache<string, Promise<LookupAddress[]>>({ max: 10_000, ttl: cacheTtlMs });
  return (hostname) => {
    const cached = cache.get(hostname);
    if (cached !== undefined) return cached;
    const addresses = dns.lookup(hostname, { all: true, verbatim: true });
    cache.set(hostname, addresses);
    addresses.catch((error: NodeJS.ErrnoException) => {
      // Other errors are temporary, such as an unreachable name server.
      if (error.code !== 'ENOTFOUND') cache.delete(hostname);
    });
    return addresses;
  };
}
