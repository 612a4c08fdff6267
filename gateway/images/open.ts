import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { imageBaseUrl } from '../../runtime/baseUrl.ts';
import type { Logger } from '../../runtime/log.ts';
import type { Settings } from '../../runtime/settings.ts';
import type { Tracing } from '../../runtime/tracing/tracing.ts';
import type { Storage } from '../../storage/storage.ts';
import { createLastUse } from '../accounts/lastUse.ts';
import type { OverageWatch } from '../accounts/overage.ts';
import type { WorkerCalls } from '../calls/calls.ts';
import { serviceIndex } from '../http/serviceIndex.ts';
import type { GatewayMetrics } from '../observability/metrics.ts';
import type { Flows } from '../temporal/flows.ts';
import { createAdmit } from './admission.ts';
import { createImageApi } from './app.ts';
import { createColdSearchLimit } from './coldSearches.ts';
import { createCounter } from './counter.ts';
import { openCountsFile, recoverCounts } from './countsFile.ts';
import { createIsEdge } from './edge.ts';
import { openEdgeCounts } from './edgeCounts.ts';
import { createImages, type Images } from './images.ts';
import { createFindKey } from './keys.ts';
import { createLastAsked } from './lastAsked.ts';
import { createNameSearch, type NameSearch } from './nameSearch.ts';
import { createPictureCalls } from './pictureCalls.ts';
import { createRequestParser } from './request.ts';

interface Deps {
  settings: Settings;
  storage: Storage;
  flows: Flows;
  calls: WorkerCalls;
  overage: OverageWatch;
  metrics: GatewayMetrics;
  tracing: Tracing;
  log: Logger;
}

interface ImageApi {
  answer: RequestListener;
  names: NameSearch;
  images: Images;
  /** Resolves once the database has everything counted so far. */
  countsWritten(): Promise<void>;
  /** Writes the last counts. */
  close(): Promise<void>;
}

/** The image API with everything it needs. */
export async function openImageApi(deps: Deps): Promise<ImageApi> {
  const { settings, storage, flows, calls, overage, metrics, tracing, log } = deps;
  const instance = randomUUID();
  const { COUNTS_FOLDER: folder } = settings;
  if (folder) await recoverCounts(folder, storage.usage, log);
  const countsFile = folder ? openCountsFile(folder, instance) : undefined;
  const counter = createCounter({
    instance,
    countsFile,
    usage: storage.usage,
    log,
    metrics,
    onCounted: overage.checkSoon,
  });
  const lastAsked = createLastAsked(storage, log);
  const lastUse = createLastUse(storage.keys, log);
  const { EDGE_COUNTS_FOLDER: edgeFolder } = settings;
  const edgeCounts = edgeFolder
    ? await openEdgeCounts({
        ...{ folder: edgeFolder, instance, usage: storage.usage, lastUse, lastAsked, metrics, log },
        onCounted: overage.checkSoon,
      })
    : undefined;
  const pictures = createPictureCalls(calls);
  const names = createNameSearch({ storage, findBrands: pictures.findBrands });
  const allowColdSearch = createColdSearchLimit(storage.rateLimits);
  const images = createImages({ storage, flows, pictures, allowColdSearch });
  const answer = createImageApi({
    index: serviceIndex(settings),
    isEdge: createIsEdge(settings.EDGE_SECRET),
    parser: createRequestParser(),
    admit: createAdmit(createFindKey(storage.keys)),
    counter,
    edgeCounts,
    names,
    imageUrl: imageBaseUrl(settings),
    images,
    lastUse,
    lastAsked,
    metrics,
    tracing,
    log,
  });
  async function close(): Promise<void> {
    await Promise.all([counter.close(), edgeCounts?.close()]);
    await lastAsked.close();
  }
  async function countsWritten(): Promise<void> {
    await Promise.all([counter.written(), edgeCounts?.written()]);
  }
  return { answer, names, images, countsWritten, close };
}
