import { createChunkActivities } from '../../activities/batches/activities.ts';
import { createConcurrencyLimits } from '../../activities/batches/concurrencyLimits.ts';
import { createPoliteness } from '../../activities/batches/politeness.ts';
import { createReadPages } from '../../activities/batches/readPages.ts';
import { createSettler } from '../../activities/batches/settler.ts';
import { createAllowanceOf } from '../../activities/billing/allowance.ts';
import { createDiscoverer } from '../../activities/crawl/discoverer.ts';
import { createFetcher } from '../../activities/egress/fetch.ts';
import { withFetchTracing } from '../../activities/egress/withTracing.ts';
import { createTrackChanges } from '../../activities/formats/trackChanges.ts';
import { withDerivedFormats } from '../../activities/formats/withDerivedFormats.ts';
import { createPageActivities } from '../../activities/pages/activities.ts';
import { type Converter, openConverterPool } from '../../activities/pages/converterPool.ts';
import { createReadOverHttp } from '../../activities/pages/readOverHttp.ts';
import type { ReadPage } from '../../activities/pages/readPage.ts';
import { createRobotsReader, type RobotsReader } from '../../activities/pages/robots/robotsReader.ts';
import { createScrapePage } from '../../activities/pages/scrapePage.ts';
import { withCache } from '../../activities/pages/withCache.ts';
import { withMetrics } from '../../activities/pages/withMetrics.ts';
import { withRobots } from '../../activities/pages/withRobots.ts';
import { egressRulesOf } from '../../runtime/egressRules.ts';
import { openModelWork } from './languageModel.ts';
import type { RoleDeps } from './role.ts';

type Fetcher = ReturnType<typeof withFetchTracing>;

/** The roles of one process share their connections, … */
const fetchers = new WeakMap<RoleDeps, Fetcher>();
/** … and their threads. */
const converters = new WeakMap<RoleDeps, Converter>();

/** The guarded way out for every request that is not the browser's. */
export function openFetcher(deps: RoleDeps): Fetcher {
  const opened = fetchers.get(deps) ?? createGuardedFetcher(deps);
  fetchers.set(deps, opened);
  return opened;
}

function createGuardedFetcher({ settings, tracing, onClose }: RoleDeps): Fetcher {
  const fetcher = createFetcher({
    rules: egressRulesOf(settings),
    userAgent: settings.USER_AGENT,
  });
  onClose(() => fetcher.close());
  return withFetchTracing(fetcher, tracing);
}

/** What both engines need to read pages. */
export function openReading(deps: RoleDeps) {
  const fetcher = openFetcher(deps);
  const converter = openConverter(deps);
  const robots = createRobotsReader({ fetcher, userAgent: deps.settings.USER_AGENT });
  return { fetcher, converter, robots, overHttp: createReadOverHttp({ fetcher, converter }) };
}

function openConverter(deps: RoleDeps): Converter {
  const opened = converters.get(deps);
  if (opened) return opened;
  const converter = openConverterPool({ threads: deps.settings.CONVERTER_THREADS });
  deps.onClose(() => converter.close());
  converters.set(deps, converter);
  return converter;
}

/** What reads pages with the given engine: activities for one or a chunk of them, and a call for one. */
export async function pageReading(
  engine: { name: 'http' | 'browser'; read: ReadPage },
  deps: RoleDeps,
  robots: RobotsReader,
) {
  const { settings, storage, plans, metrics } = deps;
  const formats = { ...(await openModelWork(deps)), trackChanges: createTrackChanges(storage.trackedPages) };
  const reader = (each: ReadPage) =>
    withCache(withDerivedFormats(withMetrics(each, engine.name, metrics), formats), storage.pages);
  const readObeyingRobots = reader(withRobots(engine.read, robots));
  const read = settings.RESPECT_ROBOTS ? readObeyingRobots : reader(engine.read);
  const politeness = createPoliteness(createConcurrencyLimits(storage.hostLeases), {
    perHost: settings.HOST_CONCURRENCY,
    delayMs: settings.HOST_DELAY_MS,
  });
  const activities = {
    ...createPageActivities({ read, pages: storage.pages }),
    ...createChunkActivities(
      createReadPages({
        storage,
        read,
        readObeyingRobots,
        settle: createSettler(storage.batches),
        politeness,
        accounts: createConcurrencyLimits(storage.accountLeases),
        discover: createDiscoverer(egressRulesOf(settings)),
        robots,
      }),
    ),
  };
  const allowanceOf = createAllowanceOf(storage.accounts, plans);
  return { activities, scrapePage: createScrapePage({ read, storage, allowanceOf, metrics }) };
}
