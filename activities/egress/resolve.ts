import { promises as dns, type LookupAddress } from 'node:dns';
import { LRUCache } from 'lru-cache';

/** All addresses of a name, IPv4 and IPv6. Rejects as `dns.lookup` does. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/** Long enough for a batch that asks one host a thousand times at once, too short to outlive a change of address. */
const rememberMs = 10_000;

/**
 * The system's resolver, asked once for callers that ask together. A name that does not exist is remembered too: the
 * system's lookups share a few threads, and a dead host in a batch would hold them all.
 */
export function createResolver(): Resolve {
  const answers = new LRUCache<string, Promise<LookupAddress[]>>({ max: 10_000, ttl: rememberMs });
  return (hostname) => {
    const known = answers.get(hostname);
    if (known !== undefined) return known;
    const answer = dns.lookup(hostname, { all: true, verbatim: true });
    answers.set(hostname, answer);
    answer.catch((error: NodeJS.ErrnoException) => {
      // Not an answer but the lack of one: ask again next time.
      if (error.code !== 'ENOTFOUND') answers.delete(hostname);
    });
    return answer;
  };
}
