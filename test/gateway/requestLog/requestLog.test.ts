import { afterAll, describe, expect, it } from 'vitest';
import type { Context } from '../../../gateway/http/context.ts';
import { createRequestLog } from '../../../gateway/requestLog/requestLog.ts';
import { createLogger } from '../../../runtime/log.ts';
import type { Storage } from '../../../storage/storage.ts';
import { openDisconnectedApi } from '../api/disconnectedApi.ts';

const log = createLogger('gateway', 'fatal');

/** A call of `/v1/scrape` that was refused. */
function refusedCall(body: string): Context {
  const state = { requestId: 'r', account: 'a', key: 'k', body };
  return { method: 'POST', path: '/v1/scrape', status: 400, body: undefined, state } as unknown as Context;
}

describe('the log of requests', () => {
  it('lets other calls run after each body that it reads', async () => {
    let turns = 0;
    let kept = 0;
    const storage = {
      requests: {
        add: async (list: readonly object[]) => {
          kept = list.length;
        },
      },
      ledger: { chargedFor: async () => new Map() },
      pages: { enginesOf: async () => new Map() },
    };
    const requestLog = createRequestLog(storage as unknown as Storage, log);
    for (let call = 0; call < 20; call += 1) await requestLog.record(refusedCall('{"url":"a"}'), async () => {});
    const countTurn = () => {
      turns += 1;
      immediate = setImmediate(countTurn);
    };
    let immediate = setImmediate(countTurn);
    await requestLog.written();
    clearImmediate(immediate);
    expect(kept).toBe(20);
    expect(turns).toBeGreaterThanOrEqual(20);
  });
});

describe('the log of requests without a database', () => {
  const { deps, close } = openDisconnectedApi();
  afterAll(close);

  it('loses its lines, and no call', async () => {
    const requestLog = createRequestLog(deps.storage, log);
    const ctx = {
      method: 'POST',
      path: '/v1/scrape',
      status: 404,
      body: undefined,
      state: { requestId: 'r', account: 'a', key: 'k' },
    };
    for (let call = 0; call < 1_000; call += 1) {
      await requestLog.record(ctx as unknown as Context, async () => {
        ctx.status = 200;
      });
    }
    expect(ctx.status).toBe(200);
    await expect(requestLog.written()).resolves.toBeUndefined();
  });
});
