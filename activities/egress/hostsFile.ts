import type { LookupAddress } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** How soon a change of the file is noticed. */
const rereadAfterMs = 10_000;

/** The addresses that the hosts file lists for a name in lower case; undefined if it does not list the name. */
export type FindHost = (name: string) => Promise<LookupAddress[] | undefined>;

/** Names that the operator has fixed in the hosts file, as `extra_hosts` and `hostAliases` do for containers. */
export function createFindHost(path: string): FindHost {
  let reading: Promise<ReadonlyMap<string, LookupAddress[]>> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  return async (name) => {
    if (reading === undefined || performance.now() - readAt > rereadAfterMs) {
      readAt = performance.now();
      // Without the file no name is fixed.
      reading = readFile(path, 'utf8').then(parseHosts, () => new Map());
    }
    return (await reading).get(name);
  };
}

function parseHosts(text: string): ReadonlyMap<string, LookupAddress[]> {
  const hosts = new Map<string, LookupAddress[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = (line.split('#', 1)[0] ?? '').trim().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of names.map((each) => each.toLowerCase()))
      hosts.set(name, [...(hosts.get(name) ?? []), { address, family }]);
  }
  return hosts;
}
