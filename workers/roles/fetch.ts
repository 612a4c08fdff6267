import { createNotifyActivities } from '../../activities/notify/activities.ts';
import { createDeliverDue } from '../../activities/notify/webhooks.ts';
import { openReading, readingActivities } from './reading.ts';
import type { Role } from './role.ts';

/** Plain HTTP: pages, and the posting of webhooks. */
export const fetch: Role = (parts) => {
  const { settings, storage, metrics } = parts;
  const most = settings.FETCH_SLOTS;
  const { fetcher, overHttp } = openReading(parts);
  return {
    activities: {
      ...readingActivities({ name: 'http', read: overHttp }, parts, fetcher),
      ...createNotifyActivities({ deliverDue: createDeliverDue({ storage, fetcher, metrics }) }),
    },
    // These mostly wait: more are taken while the machine has room, so that a big one needs no tuning.
    tuner: {
      tunerOptions: { targetCpuUsage: 0.9, targetMemoryUsage: 0.85 },
      activityTaskSlotOptions: { minimumSlots: Math.min(10, most), maximumSlots: most, rampThrottle: '20 ms' },
    },
  };
};
