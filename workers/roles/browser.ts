import { createBrowserPool } from '../../activities/egress/browser.ts';
import { createGuard } from '../../activities/egress/guard.ts';
import { createProxy } from '../../activities/egress/proxy.ts';
import { createRenderer } from '../../activities/egress/render.ts';
import { createResolver } from '../../activities/egress/resolve.ts';
import { createReadInBrowser } from '../../activities/pages/readInBrowser.ts';
import { openReading, readingActivities } from './reading.ts';
import type { Role, RoleParts } from './role.ts';

/** Chromium behind the address guard. */
export async function openBrowser({ settings, onClose }: RoleParts) {
  const rules = { allow: settings.EGRESS_ALLOW, map: settings.EGRESS_MAP };
  const proxy = await createProxy(createGuard({ rules, resolve: createResolver() }));
  const pool = createBrowserPool({
    chromiumPath: settings.CHROMIUM_PATH ?? 'chromium',
    proxy,
    pages: settings.BROWSER_PAGES,
  });
  onClose(async () => {
    await pool.close();
    await proxy.close();
  });
  return { pool, renderer: createRenderer({ rules, pool, proxy }) };
}

/** Pages that have to be rendered. */
export const browser: Role = async (parts) => {
  const { renderer } = await openBrowser(parts);
  const { fetcher, converter, overHttp } = openReading(parts);
  const inBrowser = createReadInBrowser({ renderer, converter, objects: parts.storage.objects, overHttp });
  return {
    activities: readingActivities(inBrowser, parts, fetcher),
    // A chunk waits here for its pages to get their turn in the pool.
    maxConcurrentActivityTaskExecutions: parts.settings.BROWSER_PAGES * 2,
  };
};
