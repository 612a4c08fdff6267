import { createChunkActivities } from '../../activities/batches/activities.ts';
import { createConcurrencyLimits } from '../../activities/batches/concurrencyLimits.ts';
import { createPoliteness } from '../../activities/batches/politeness.ts';
import { createReadPages } from '../../activities/batches/readPages.ts';
import { createSettler } from '../../activities/batches/settler.ts';
import { createFetcher } from '../../activities/egress/fetch.ts';
import { withFetchTracing } from '../../activities/egress/withTracing.ts';
import { createPageActivities } from '../../activities/pages/activities.ts';
import { readingCopies } from '../../activities/pages/copies.ts';
import { createConverter } from '../../activities/pages/offThread.ts';
import type { ReadPage } from '../../activities/pages/read.ts';
import { createReadOverHttp } from '../../activities/pages/readOverHttp.ts';
import { obeyingRobots } from '../../activities/pages/robots.ts';
import { watchingPages } from '../../activities/pages/watched.ts';
import { egressRulesOf } from '../../runtime/egressRules.ts';
import type { RoleParts } from './role.ts';

/** The way out for everything that is not a browser's request. */
export function openFetcher({ settings, tracing, onClose }: RoleParts) {
  const fetcher = createFetcher({
    rules: egressRulesOf(settings),
    userAgent: settings.USER_AGENT,
  });
  onClose(() => fetcher.close());
  return withFetchTracing(fetcher, tracing);
}

/** What reading pages takes, with either engine. */
export function openReading(parts: RoleParts) {
  const fetcher = openFetcher(parts);
  const converter = createConverter({ threads: parts.settings.CONVERTER_THREADS });
  parts.onClose(() => converter.close());
  return { fetcher, converter, overHttp: createReadOverHttp({ fetcher, converter }) };
}

/** The activities that read pages, one or a chunk of them, with the given engine. */
export function readingActivities(
  engine: { name: 'http' | 'browser'; read: ReadPage },
  { settings, storage, metrics }: RoleParts,
  fetcher: ReturnType<typeof openFetcher>,
) {
  const polite = settings.RESPECT_ROBOTS
    ? obeyingRobots(engine.read, { fetcher, userAgent: settings.USER_AGENT })
    : engine.read;
  const read = readingCopies(watchingPages(polite, engine.name, metrics), storage.pages);
  const politeness = createPoliteness(createConcurrencyLimits(storage.hostLeases), {
    perHost: settings.HOST_CONCURRENCY,
    delayMs: settings.HOST_DELAY_MS,
  });
  return {
    ...createPageActivities({ read, pages: storage.pages }),
    ...createChunkActivities(
      createReadPages({
        storage,
        read,
        settle: createSettler(storage.batches),
        politeness,
        accounts: createConcurrencyLimits(storage.accountLeases),
      }),
    ),
  };
}
