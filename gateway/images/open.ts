import type Koa from 'koa';
import type { Logger } from '../../contracts/log.ts';
import type { Settings } from '../../contracts/settings.ts';
import type { Tracing } from '../../contracts/tracing/tracing.ts';
import type { Storage } from '../../storage/mongo.ts';
import type { Flows } from '../flows.ts';
import { createLastUse } from '../lastUse.ts';
import type { GatewayMetrics } from '../metrics.ts';
import type { OverageWatch } from '../overage.ts';
import { createAdmit } from './admit.ts';
import { createReadAsked } from './asked.ts';
import { createCounter } from './count.ts';
import { createIsEdge } from './edge.ts';
import { createFindImage } from './find.ts';
import { createFindKey } from './keys.ts';
import { createImageApi } from './serve.ts';

interface Parts {
  settings: Settings;
  storage: Storage;
  flows: Flows;
  overage: OverageWatch;
  metrics: GatewayMetrics;
  tracing: Tracing;
  log: Logger;
}

/** The image API with what it needs; `close` writes the last counts. */
export function openImageApi({ settings, storage, flows, overage, metrics, tracing, log }: Parts): {
  app: Koa;
  close(): Promise<void>;
} {
  const counter = createCounter({ usage: storage.usage, log, metrics, counted: overage.counted });
  const app = createImageApi({
    isEdge: createIsEdge(settings.EDGE_SECRET),
    readAsked: createReadAsked(),
    admit: createAdmit(createFindKey(storage.keys)),
    counter,
    findImage: createFindImage({ storage, flows }),
    lastUse: createLastUse(storage.keys, log),
    metrics,
    tracing,
    log,
  });
  return { app, close: () => counter.close() };
}
