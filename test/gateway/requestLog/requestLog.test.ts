import { afterAll, describe, expect, it } from 'vitest';
import type { Context } from '../../../gateway/http/context.ts';
import { createRequestLog } from '../../../gateway/requestLog/requestLog.ts';
import { createLogger } from '../../../runtime/log.ts';
import { openDisconnectedApi } from '../api/disconnectedApi.ts';

describe('the log of requests without a database', () => {
  const { deps, close } = openDisconnectedApi();
  afterAll(close);

  it('loses its lines, and no call', async () => {
    const log = createRequestLog(deps.storage, createLogger('gateway', 'fatal'));
    const ctx = {
      method: 'POST',
      path: '/v1/scrape',
      status: 404,
      body: undefined,
      state: { requestId: 'r', account: 'a', key: 'k' },
    };
    for (let call = 0; call < 1_000; call += 1) {
      await log.record(ctx as unknown as Context, async () => {
        ctx.status = 200;
      });
    }
    expect(ctx.status).toBe(200);
    await expect(log.written()).resolves.toBeUndefined();
  });
});
