import type { LookupAddress } from 'node:dns';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { createQueryDns } from './dnsQuery.ts';
import { createFindHost } from './hostsFile.ts';

/** Returns all addresses of a name, IPv4 and IPv6. Rejects with a DNS error: an `Error` with `code` and `syscall`. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

export interface ResolverOptions {
  /** Name servers as `address:port`; those of the system if absent. */
  servers?: readonly string[];
  hostsFile?: string;
  /** How long a name may take. */
  timeoutMs?: number;
}

/** Long enough for a batch that requests one host a thousand times at once, short enough to notice a DNS change. */
const cacheTtlMs = 10_000;
/** Less than the time in which a connection has to be made, so that the caller learns that the name was the problem. */
const defaultTimeoutMs = 5_000;
/** Names that are looked up at once. One costs two datagrams and a kilobyte, so there is room for many slow ones. */
const maxLookups = 500;
/** Errors that say something about the name itself; others, such as an unreachable name server, are temporary. */
const lastingErrors = new Set(['ENOTFOUND', 'ENODATA']);

const loopback: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Looks names up in the hosts file and by DNS, with a short cache that concurrent callers share. It does not use
 * `getaddrinfo`: that occupies one of the four threads which all lookups and file operations of the process share, so
 * that a few names with a slow name server would hold up all others. Names are complete, without search domains: a
 * public site is never meant by a name in our own network.
 */
export function createResolver(options: ResolverOptions = {}): Resolve {
  const { servers, hostsFile = '/etc/hosts', timeoutMs = defaultTimeoutMs } = options;
  const findHost = createFindHost(hostsFile);
  const queryDns = createQueryDns({ servers, timeoutMs });
  const limitLookups = pLimit(maxLookups);
  const cache = new LRUCache<string, Promise<LookupAddress[]>>({ max: 10_000, ttl: cacheTtlMs });

  async function lookUp(hostname: string): Promise<LookupAddress[]> {
    const name = hostname.replace(/\.$/, '').toLowerCase();
    const listed = await findHost(name);
    if (listed !== undefined) return listed;
    const topLevel = name.slice(name.lastIndexOf('.') + 1);
    // RFC 6761: the one always means this machine, the other never exists.
    if (topLevel === 'localhost') return [...loopback];
    if (topLevel === 'invalid') throw notFound(hostname);
    return limitLookups(() => queryDns(name));
  }

  return (hostname) => {
    const cached = cache.get(hostname);
    if (cached !== undefined) return cached;
    const addresses = lookUp(hostname);
    cache.set(hostname, addresses);
    addresses.catch((error: NodeJS.ErrnoException) => {
      if (!lastingErrors.has(error.code ?? '')) cache.delete(hostname);
    });
    return addresses;
  };
}

function notFound(hostname: string): Error {
  return Object.assign(new Error(`queryA ENOTFOUND ${hostname}`), { code: 'ENOTFOUND', syscall: 'queryA', hostname });
}
