import type Koa from 'koa';
import type { Logger } from '../../contracts/log.ts';
import type { Plans } from '../../contracts/plans.ts';
import type { Storage } from '../../storage/mongo.ts';
import type { Flows } from '../flows.ts';
import { createLastUse } from '../lastUse.ts';
import { createOverageWatch } from '../overage.ts';
import { createCounter } from './count.ts';
import { createFindImage } from './find.ts';
import { createFindKey } from './keys.ts';
import { createImageApi } from './serve.ts';

interface Parts {
  plans: Plans;
  storage: Storage;
  flows: Flows;
  log: Logger;
}

/** The image API with what it needs; `close` writes the last counts. */
export function openImageApi({ plans, storage, flows, log }: Parts): { app: Koa; close(): Promise<void> } {
  const overage = createOverageWatch({ storage, plans, flows, log });
  const counter = createCounter({ usage: storage.usage, log, counted: overage.counted });
  const app = createImageApi({
    findKey: createFindKey(storage.keys),
    counter,
    findImage: createFindImage({ storage, flows }),
    lastUse: createLastUse(storage.keys, log),
    log,
  });
  return {
    app,
    async close() {
      await counter.close();
      overage.stop();
    },
  };
}
