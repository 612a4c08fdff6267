import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Logger } from '../../runtime/log.ts';
import type { Settings } from '../../runtime/settings.ts';
import type { Tracing } from '../../runtime/tracing/tracing.ts';
import type { Storage } from '../../storage/storage.ts';
import { createLastUse } from '../accounts/lastUse.ts';
import type { OverageWatch } from '../accounts/overage.ts';
import type { GatewayMetrics } from '../observability/metrics.ts';
import type { Flows } from '../temporal/flows.ts';
import { createAdmit } from './admit.ts';
import { createReader } from './asked.ts';
import { createCounter } from './count.ts';
import { createIsEdge } from './edge.ts';
import { createImages } from './find.ts';
import { createFindKey } from './keys.ts';
import { createImageApi } from './serve.ts';
import { openTally, takeUpTallies } from './tally.ts';

interface Parts {
  settings: Settings;
  storage: Storage;
  flows: Flows;
  overage: OverageWatch;
  metrics: GatewayMetrics;
  tracing: Tracing;
  log: Logger;
}

interface ImageApi {
  answer: RequestListener;
  /** Resolves once the database has what was counted so far. */
  countsWritten(): Promise<void>;
  /** Writes the last counts. */
  close(): Promise<void>;
}

/** The image API with what it needs. */
export async function openImageApi(parts: Parts): Promise<ImageApi> {
  const { settings, storage, flows, overage, metrics, tracing, log } = parts;
  const instance = randomUUID();
  const { COUNTS_FOLDER: folder } = settings;
  if (folder) await takeUpTallies(folder, storage.usage, log);
  const tally = folder ? openTally(folder, instance) : undefined;
  const counter = createCounter({ instance, tally, usage: storage.usage, log, metrics, counted: overage.counted });
  const answer = createImageApi({
    isEdge: createIsEdge(settings.EDGE_SECRET),
    reader: createReader(),
    admit: createAdmit(createFindKey(storage.keys)),
    counter,
    images: createImages({ storage, flows }),
    lastUse: createLastUse(storage.keys, log),
    metrics,
    tracing,
    log,
  });
  return { answer, countsWritten: counter.written, close: counter.close };
}
