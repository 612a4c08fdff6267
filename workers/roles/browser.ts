import { createBrandingActivities } from '../../activities/branding/activities.ts';
import { createCapturePage } from '../../activities/branding/capturePage.ts';
import { createCollector } from '../../activities/branding/collector.ts';
import { createBrowserPool } from '../../activities/egress/browserPool.ts';
import { createBrowserRenderer } from '../../activities/egress/browserRenderer.ts';
import { createForwardProxy } from '../../activities/egress/forwardProxy.ts';
import { createGuard } from '../../activities/egress/guard.ts';
import { createResolver } from '../../activities/egress/resolver.ts';
import { withRenderTracing } from '../../activities/egress/withTracing.ts';
import { createDecoderPool } from '../../activities/icons/decode/pool.ts';
import { createReadInBrowser } from '../../activities/pages/readInBrowser.ts';
import { withRobots } from '../../activities/pages/withRobots.ts';
import { egressRulesOf } from '../../runtime/egressRules.ts';
import { registerBrowserMemory } from '../browserMetrics.ts';
import { hasModel } from './languageModel.ts';
import { openReading, pageReading } from './reading.ts';
import type { Role, RoleDeps } from './role.ts';

/** Logos come only with `/branding`, so a decoder that none comes to does not stay. */
const decoderIdleMs = 60_000;

/** Chromium behind the address guard. */
export async function openBrowser({ settings, onClose, metrics, tracing, registry }: RoleDeps) {
  const rules = egressRulesOf(settings);
  const proxy = await createForwardProxy(createGuard({ rules, resolve: createResolver() }));
  const pool = createBrowserPool({
    chromiumPath: settings.CHROMIUM_PATH ?? 'chromium',
    proxy,
    concurrency: settings.BROWSER_PAGES,
    metrics: metrics.browser,
  });
  registerBrowserMemory(registry, pool);
  const decoder = createDecoderPool({ processes: 1, idleTimeoutMs: decoderIdleMs });
  onClose(async () => {
    await pool.close();
    await decoder.close();
    await proxy.close();
  });
  return {
    renderer: withRenderTracing(createBrowserRenderer({ rules, pool, proxy }), tracing),
    capturePage: createCapturePage({ rules, pool, proxy, collector: createCollector(), decoder }),
  };
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
