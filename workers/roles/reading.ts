import { createChunkActivities } from '../../activities/batches/activities.ts';
import { createConcurrencyLimits } from '../../activities/batches/concurrencyLimits.ts';
import { createPoliteness } from '../../activities/batches/politeness.ts';
import { createReadPages } from '../../activities/batches/readPages.ts';
import { createSettler } from '../../activities/batches/settler.ts';
import { createAllowanceOf } from '../../activities/billing/allowance.ts';
import { createBrandLook } from '../../activities/branding/brandLook.ts';
import { createCollector } from '../../activities/branding/collector.ts';
import { createDiscoverer } from '../../activities/crawl/discoverer.ts';
import { ocrLanguages } from '../../activities/documents/ocr/languages.ts';
import { createFetcher } from '../../activities/egress/fetch.ts';
import { createProxyRotation } from '../../activities/egress/proxies/proxyRotation.ts';
import {
  createThroughProxies,
  withProxies as fetchThroughProxies,
  type ThroughProxies,
} from '../../activities/egress/proxies/throughProxies.ts';
import { withFetchTracing } from '../../activities/egress/withTracing.ts';
import { createTrackChanges } from '../../activities/formats/trackChanges.ts';
import { withDerivedFormats } from '../../activities/formats/withDerivedFormats.ts';
import { createPageActivities } from '../../activities/pages/activities.ts';
import { type Converter, openConverterPool } from '../../activities/pages/converterPool.ts';
import { createReadFile } from '../../activities/pages/readFile.ts';
import { createReadOverHttp } from '../../activities/pages/readOverHttp.ts';
import type { ReadPage } from '../../activities/pages/readPage.ts';
import { createRobotsReader, type RobotsReader } from '../../activities/pages/robots/robotsReader.ts';
import { createScrapePage } from '../../activities/pages/scrapePage.ts';
import { withCache } from '../../activities/pages/withCache.ts';
import { withMetrics } from '../../activities/pages/withMetrics.ts';
import { withProxies } from '../../activities/pages/withProxies.ts';
import { withRobots } from '../../activities/pages/withRobots.ts';
import { egressRulesOf } from '../../runtime/egressRules.ts';
import { openModelWork } from './languageModel.ts';
import type { RoleDeps } from './role.ts';

type Fetcher = ReturnType<typeof withFetchTracing>;

/** The roles of one process share their connections, … */
const fetchers = new WeakMap<RoleDeps, Fetcher>();
/** … their threads, … */
const converters = new WeakMap<RoleDeps, Converter>();
/** … and what they know of proxies. */
const rotations = new WeakMap<RoleDeps, ThroughProxies>();

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

export function openProxies(deps: RoleDeps): ThroughProxies {
  const opened = rotations.get(deps) ?? createThroughProxies(createProxyRotation(deps.settings.PROXY_URLS), deps.log);
  rotations.set(deps, opened);
  return opened;
}

/** The way out to sites, for all but their pages: those say themselves which proxy they are read through. */
export function openSiteFetcher(deps: RoleDeps): Fetcher {
  return fetchThroughProxies(openFetcher(deps), openProxies(deps));
}

/** What both engines need to read pages. */
export function openReading(deps: RoleDeps) {
  const converter = openConverter(deps);
  const siteFetcher = openSiteFetcher(deps);
  const robots = createRobotsReader({ fetcher: siteFetcher, userAgent: deps.settings.USER_AGENT });
  return { siteFetcher, converter, robots, overHttp: createReadOverHttp({ fetcher: openFetcher(deps), converter }) };
}

/**
 * One thread converts all that a worker renders, because Chromium takes fifty times as long for a page; a second one takes
 * 50 MB. It is for what comes after a page that takes a thread seconds.
 */
const renderingPatienceMs = 1_000;

function openConverter(deps: RoleDeps): Converter {
  const opened = converters.get(deps);
  if (opened) return opened;
  const { CONVERTER_THREADS, OCR_LANGUAGES, OCR_DATA_FOLDER } = deps.settings;
  const converter = openConverterPool({
    threads: CONVERTER_THREADS,
    ...(!deps.queues.includes('fetch') && { patienceMs: renderingPatienceMs }),
    ocrLanguages: ocrLanguages({ codes: OCR_LANGUAGES, folder: OCR_DATA_FOLDER }),
  });
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
  const throughProxies = openProxies(deps);
  const { model, extract, ...modelWork } = await openModelWork(deps);
  const collector = createCollector();
  const formats = {
    ...modelWork,
    extract,
    trackChanges: createTrackChanges({ trackedPages: storage.trackedPages, extract: model && extract }),
    openBrandLook: () => createBrandLook(collector),
  };
  const reader = (each: ReadPage) =>
    withCache(
      withDerivedFormats(withMetrics(withProxies(each, throughProxies), engine.name, metrics), formats),
      storage.pages,
    );
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
  const settling = { storage, allowanceOf: createAllowanceOf(storage.accounts, plans), metrics };
  const readFile = createReadFile({ converter: openConverter(deps), objects: storage.objects });
  return {
    activities,
    scrapePage: createScrapePage({ read, ...settling }),
    parseFile: createScrapePage({
      read: withDerivedFormats(withMetrics(readFile, engine.name, metrics), formats),
      ...settling,
    }),
  };
}
