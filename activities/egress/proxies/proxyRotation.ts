import { namedProxy, noProxy, type ProxyServer } from '../../../contracts/egress/proxies.ts';
import type { PageOptions } from '../../../contracts/requests/pageOptions.ts';

export type ProxyOptions = Pick<PageOptions, 'proxy' | 'location'>;

/** Chooses a proxy for each page. */
export interface ProxyRotation {
  /** The next one that may be used and is not among those tried; undefined to connect directly, or if none is left. */
  choose(options: ProxyOptions, tried: ReadonlySet<string>): ProxyServer | undefined;
  /** Leaves it out for a while, unless there is no other. */
  rest(name: string): void;
}

const defaultRestMs = 60_000;

export function createProxyRotation(servers: readonly ProxyServer[], restMs = defaultRestMs): ProxyRotation {
  const restingUntil = new Map<string, number>();
  let turn = 0;

  const isResting = ({ name }: ProxyServer): boolean => (restingUntil.get(name) ?? 0) > Date.now();

  /** By turns. */
  function nextOf(candidates: readonly ProxyServer[]): ProxyServer | undefined {
    if (candidates.length === 0) return undefined;
    turn += 1;
    return candidates[turn % candidates.length];
  }

  return {
    choose({ proxy, location }, tried) {
      const name = namedProxy(proxy, servers);
      if (name === noProxy) return undefined;
      const left = servers.filter((server) => !tried.has(server.name) && (name === undefined || server.name === name));
      const country = location?.country?.toUpperCase();
      const ofCountry = left.filter((server) => country !== undefined && server.country === country);
      const awake = (candidates: readonly ProxyServer[]) => candidates.filter((server) => !isResting(server));
      return nextOf(awake(ofCountry)) ?? nextOf(awake(left)) ?? nextOf(left);
    },
    rest(name) {
      restingUntil.set(name, Date.now() + restMs);
    },
  };
}
