import { createBrandingActivities } from '../../activities/branding/activities.ts';
import { createCapturePage } from '../../activities/branding/capturePage.ts';
import { createCollector } from '../../activities/branding/collector.ts';
import { createBrowserPool } from '../../activities/egress/browserPool.ts';
import { createBrowserRenderer } from '../../activities/egress/browserRenderer.ts';
import { createForwardProxy } from '../../activities/egress/forwardProxy.ts';
import { createGuard } from '../../activities/egress/guard.ts';
import { createResolver } from '../../activities/egress/resolver.ts';
import { withRenderTracing } from '../../activities/egress/withTracing.ts';
import { createReadInBrowser } from '../../activities/pages/readInBrowser.ts';
import { obeyingRobots } from '../../activities/pages/robots.ts';
import { egressRulesOf } from '../../runtime/egressRules.ts';
import { watchBrowserMemory } from '../browserMemory.ts';
import { hasModel } from './model.ts';
import { openReading, readingActivities } from './reading.ts';
import type { Role, RoleParts } from './role.ts';

/** Chromium behind the address guard. */
export async function openBrowser({ settings, onClose, metrics, tracing, registry }: RoleParts) {
  const rules = egressRulesOf(settings);
  const proxy = await createForwardProxy(createGuard({ rules, resolve: createResolver() }));
  const pool = createBrowserPool({
    chromiumPath: settings.CHROMIUM_PATH ?? 'chromium',
    proxy,
    concurrency: settings.BROWSER_PAGES,
    metrics: metrics.browser,
  });
  watchBrowserMemory(registry, pool);
  onClose(async () => {
    await pool.close();
    await proxy.close();
  });
  return {
    renderer: withRenderTracing(createBrowserRenderer({ rules, pool, proxy }), tracing),
    lookAt: createCapturePage({ rules, pool, proxy, collector: createCollector() }),
  };
}

/** Pages that have to be rendered, and sites whose looks are wanted. */
export const browser: Role = async (parts) => {
  const { settings, storage } = parts;
  const { renderer, lookAt } = await openBrowser(parts);
  const { fetcher, converter, overHttp } = openReading(parts);
  const inBrowser = createReadInBrowser({ renderer, converter, objects: storage.objects, overHttp });
  const politely = settings.RESPECT_ROBOTS
    ? obeyingRobots(lookAt, { fetcher, userAgent: settings.USER_AGENT })
    : lookAt;
  return {
    activities: {
      ...readingActivities({ name: 'browser', read: inBrowser }, parts, fetcher),
      ...createBrandingActivities({ capturePage: politely, profiles: storage.profiles, hasModel: hasModel(settings) }),
    },
    // A chunk waits here for its pages to get their turn in the pool.
    maxConcurrentActivityTaskExecutions: settings.BROWSER_PAGES * 2,
  };
};
