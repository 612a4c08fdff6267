import { createCrawlActivities, createMapActivities } from '../../activities/crawl/activities.ts';
import { createComparisonActivities } from '../../activities/monitors/comparePages.ts';
import { createNotifyActivities } from '../../activities/notify/activities.ts';
import { createDeliverDue } from '../../activities/notify/webhooks.ts';
import { createSearchWeb } from '../../activities/search/searxng.ts';
import { egressRulesOf } from '../../runtime/egressRules.ts';
import { openFetcher, openReading, pageReading } from './reading.ts';
import type { Role } from './role.ts';

/** Pages and sitemaps over plain HTTP. */
export const fetch: Role = async (deps) => {
  const { settings, storage, metrics } = deps;
  const { siteFetcher, converter, robots, overHttp } = openReading(deps);
  const { activities, scrapePage, parseFile } = await pageReading({ name: 'http', read: overHttp }, deps, robots);
  const searchWeb = createSearchWeb(settings.SEARXNG_URL);
  return {
    activities: {
      ...activities,
      ...createMapActivities({ storage, fetcher: siteFetcher, converter, robots, rules: egressRulesOf(settings) }),
      ...createComparisonActivities(storage),
      ...createCrawlActivities({ storage, fetcher: siteFetcher, robots, rules: egressRulesOf(settings) }),
      // Workflows of an earlier version have scheduled their deliveries here.
      ...createNotifyActivities({ deliverDue: createDeliverDue({ storage, fetcher: openFetcher(deps), metrics }) }),
    },
    calls: {
      queue: 'fetch',
      slots: settings.FETCH_SLOTS,
      procedures: {
        scrapePage,
        parseFile,
        searchWeb: async (work, signal) => ({ value: await searchWeb(work, signal) }),
      },
    },
    // Activities here mostly wait, so slots grow with the free CPU and memory: a bigger machine needs no tuning.
    tuner: {
      tunerOptions: { targetCpuUsage: 0.9, targetMemoryUsage: 0.85 },
      activityTaskSlotOptions: {
        minimumSlots: Math.min(10, settings.FETCH_SLOTS),
        maximumSlots: settings.FETCH_SLOTS,
        rampThrottle: '20 ms',
      },
    },
  };
};
