import { createBrandingActivities } from '../../activities/branding/activities.ts';
import { type CapturePage, createCapturePage } from '../../activities/branding/capturePage.ts';
import { createCollector } from '../../activities/branding/collector.ts';
import { createBrowserPool } from '../../activities/egress/browserPool.ts';
import { createBrowserRenderer } from '../../activities/egress/browserRenderer.ts';
import { createForwardProxy, type ForwardProxy } from '../../activities/egress/forwardProxy.ts';
import { createGuard } from '../../activities/egress/guard.ts';
import type { ThroughProxies } from '../../activities/egress/proxies/throughProxies.ts';
import { createResolver } from '../../activities/egress/resolver.ts';
import { withRenderTracing } from '../../activities/egress/withTracing.ts';
import { createDecoderPool } from '../../activities/icons/decode/pool.ts';
import { createReadInBrowser } from '../../activities/pages/readInBrowser.ts';
import { withRobots } from '../../activities/pages/withRobots.ts';
import { egressRulesOf } from '../../runtime/egressRules.ts';
import { registerBrowserMemory } from '../browserMetrics.ts';
import { hasModel } from './languageModel.ts';
import { openProxies, openReading, pageReading } from './reading.ts';
import type { Role, RoleDeps } from './role.ts';

/** Logos come only with `/branding`, so a decoder that none comes to does not stay. */
const decoderIdleMs = 60_000;

/** Chromium behind the address guard. */
export async function openBrowser(deps: RoleDeps) {
  const { settings, onClose, metrics, tracing, registry } = deps;
  const rules = egressRulesOf(settings);
  const guard = createGuard({ rules, resolve: createResolver() });
  const proxy = await createForwardProxy(guard);
  const throughProxies = new Map(
    await Promise.all(
      settings.PROXY_URLS.map(async (server) => [server.name, await createForwardProxy(guard, server)] as const),
    ),
  );
  const forwardProxies = [proxy, ...throughProxies.values()];
  const pool = createBrowserPool({
    chromiumPath: settings.CHROMIUM_PATH ?? 'chromium',
    proxy: { url: proxy.url, ...trustOf(forwardProxies) },
    concurrency: settings.BROWSER_PAGES,
    metrics: metrics.browser,
  });
  registerBrowserMemory(registry, pool);
  const decoder = createDecoderPool({ processes: 1, idleTimeoutMs: decoderIdleMs });
  onClose(async () => {
    await pool.close();
    await decoder.close();
    await Promise.all(forwardProxies.map((each) => each.close()));
  });
  return {
    renderer: withRenderTracing(createBrowserRenderer({ rules, pool, proxy, throughProxies }), tracing),
    capturePage: captureThroughProxies(
      createCapturePage({ rules, pool, proxy, throughProxies, collector: createCollector(), decoder }),
      openProxies(deps),
    ),
  };
}

function captureThroughProxies(capture: CapturePage, throughProxies: ThroughProxies): CapturePage {
  return (request) => throughProxies({}, (via) => capture({ ...request, via }));
}

/** Each forward proxy has a key of its own for mapped hosts, and Chromium takes a list of them. */
function trustOf(proxies: readonly ForwardProxy[]): Pick<ForwardProxy, 'trustedSpkiHash'> {
  const hashes = proxies.flatMap(({ trustedSpkiHash = [] }) => trustedSpkiHash);
  return hashes.length === 0 ? {} : { trustedSpkiHash: hashes.join() };
}

/** Pages that need rendering, and the looks of sites for branding. */
export const browser: Role = async (deps) => {
  const { settings, storage } = deps;
  const { renderer, capturePage } = await openBrowser(deps);
  const { converter, robots, overHttp } = openReading(deps);
  const inBrowser = createReadInBrowser({ renderer, converter, objects: storage.objects, overHttp });
  const politely = settings.RESPECT_ROBOTS ? withRobots(capturePage, robots) : capturePage;
  const { activities, scrapePage } = await pageReading({ name: 'browser', read: inBrowser }, deps, robots);
  return {
    activities: {
      ...activities,
      ...createBrandingActivities({ capturePage: politely, profiles: storage.profiles, hasModel: hasModel(settings) }),
    },
    calls: { queue: 'browser', slots: settings.BROWSER_PAGES, procedures: { scrapePage } },
    // More than the pool has pages: a chunk waits here for its pages to get one.
    maxConcurrentActivityTaskExecutions: settings.BROWSER_PAGES * 2,
  };
};
