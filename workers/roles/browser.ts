import { createBrandingActivities } from '../../activities/branding/activities.ts';
import { createCollector } from '../../activities/branding/collector.ts';
import { createLookAt } from '../../activities/branding/look.ts';
import { createBrowserPool } from '../../activities/egress/browser.ts';
import { createGuard } from '../../activities/egress/guard.ts';
import { createProxy } from '../../activities/egress/proxy.ts';
import { createRenderer } from '../../activities/egress/render.ts';
import { createResolver } from '../../activities/egress/resolve.ts';
import { tracingRenderer } from '../../activities/egress/traced.ts';
import { createReadInBrowser } from '../../activities/pages/readInBrowser.ts';
import { obeyingRobots } from '../../activities/pages/robots.ts';
import { watchBrowserMemory } from '../browserMemory.ts';
import { hasModel } from './model.ts';
import { openReading, readingActivities } from './reading.ts';
import type { Role, RoleParts } from './role.ts';

/** Chromium behind the address guard. */
export async function openBrowser({ settings, onClose, metrics, tracing, registry }: RoleParts) {
  const rules = { allow: settings.EGRESS_ALLOW, map: settings.EGRESS_MAP };
  const proxy = await createProxy(createGuard({ rules, resolve: createResolver() }));
  const pool = createBrowserPool({
    chromiumPath: settings.CHROMIUM_PATH ?? 'chromium',
    proxy,
    pages: settings.BROWSER_PAGES,
    metrics: metrics.browser,
  });
  watchBrowserMemory(registry, pool);
  onClose(async () => {
    await pool.close();
    await proxy.close();
  });
  return {
    renderer: tracingRenderer(createRenderer({ rules, pool, proxy }), tracing),
    lookAt: createLookAt({ rules, pool, proxy, collector: createCollector() }),
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
      ...createBrandingActivities({ lookAt: politely, profiles: storage.profiles, hasModel: hasModel(settings) }),
    },
    // A chunk waits here for its pages to get their turn in the pool.
    maxConcurrentActivityTaskExecutions: settings.BROWSER_PAGES * 2,
  };
};
