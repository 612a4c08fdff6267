import type { ProxyServer } from '../../../contracts/egress/proxies.ts';
import type { Logger } from '../../../runtime/log.ts';
import type { Fetcher } from '../fetch.ts';
import { ProxyDown } from './proxyDown.ts';
import type { ProxyOptions, ProxyRotation } from './proxyRotation.ts';

/** Does something through a proxy, if there are any; through the next one if the first is down. */
export type ThroughProxies = <T>(
  options: ProxyOptions,
  work: (proxy: ProxyServer | undefined) => Promise<T>,
) => Promise<T>;

export function createThroughProxies(proxies: ProxyRotation, log: Pick<Logger, 'warn'>): ThroughProxies {
  return async (options, work) => {
    const tried = new Set<string>();
    let failure: ProxyDown | undefined;
    for (;;) {
      const proxy = proxies.choose(options, tried);
      if (!proxy && failure) throw failure;
      try {
        return await work(proxy);
      } catch (error) {
        if (!(error instanceof ProxyDown) || !proxy) throw error;
        log.warn({ proxy: proxy.name, reason: error.message }, 'a proxy is down; it is left out for a while');
        proxies.rest(proxy.name);
        tried.add(proxy.name);
        failure = error;
      }
    }
  };
}

/** For what is read of a site beside its pages, such as robots.txt: sites see no other address of ours than their pages do. */
export function withProxies(fetcher: Fetcher, throughProxies: ThroughProxies): Fetcher {
  return {
    ...fetcher,
    fetch: (request) => throughProxies({}, (via) => fetcher.fetch({ ...request, via })),
  };
}
