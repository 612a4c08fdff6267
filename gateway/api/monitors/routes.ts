import { Failure } from '../../../contracts/failures.ts';
import { baseUrl } from '../../../runtime/baseUrl.ts';
import type { Monitor } from '../../../storage/monitors.ts';
import { callerOf, pathParameter } from '../../http/context.ts';
import type { ApiDeps } from '../deps.ts';
import { paginationOf } from '../jobs/pagination.ts';
import type { ApiRouter } from '../router.ts';
import { createMonitorOperations } from './operations.ts';
import { ownMonitor } from './ownMonitor.ts';
import { changeResult, monitorResult, runResult } from './results.ts';

/** Everything under `/v1/monitors`: pages that are read again and again, and what has changed on them. */
export function monitorRoutes(router: ApiRouter, deps: ApiDeps): void {
  const { authenticate, requests, settings, storage, flows } = deps;
  const operations = createMonitorOperations(deps);
  const path = '/v1/monitors/:id';

  async function describe(monitor: Monitor) {
    const [lastRun, nextRunAt] = await Promise.all([
      storage.monitorRuns.latest(monitor._id),
      flows.nextMonitorRun(monitor._id),
    ]);
    return { success: true, data: monitorResult(monitor, { lastRun, nextRunAt }) };
  }

  router.post('/v1/monitors', authenticate, async (ctx) => {
    const { request } = await requests.read(ctx, 'monitor');
    const { _id: id } = await operations.create(callerOf(ctx), request);
    ctx.body = { success: true, id, url: `${baseUrl(settings)}/v1/monitors/${id}` };
  });

  router.get('/v1/monitors', authenticate, async (ctx) => {
    const monitors = await storage.monitors.ofAccount(callerOf(ctx).account, paginationOf(ctx));
    const lastRuns = await Promise.all(monitors.map(({ _id }) => storage.monitorRuns.latest(_id)));
    ctx.body = {
      success: true,
      data: monitors.map((monitor, at) => monitorResult(monitor, { lastRun: lastRuns[at] })),
    };
  });

  router.get(path, authenticate, async (ctx) => {
    ctx.body = await describe(await ownMonitor(ctx, storage));
  });

  router.patch(path, authenticate, async (ctx) => {
    const monitor = await ownMonitor(ctx, storage);
    const { request } = await requests.read(ctx, 'monitorUpdate');
    ctx.body = await describe(await operations.change(monitor, request));
  });

  router.delete(path, authenticate, async (ctx) => {
    await operations.remove(await ownMonitor(ctx, storage));
    ctx.body = { success: true };
  });

  for (const [word, isPaused] of [
    ['pause', true],
    ['resume', false],
  ] as const) {
    router.post(`${path}/${word}`, authenticate, async (ctx) => {
      ctx.body = await describe(await operations.setPaused(await ownMonitor(ctx, storage), isPaused));
    });
  }

  router.post(`${path}/run`, authenticate, async (ctx) => {
    const monitor = await ownMonitor(ctx, storage);
    await operations.runNow(monitor);
    ctx.body = await describe(monitor);
  });

  router.get(`${path}/runs`, authenticate, async (ctx) => {
    const { _id } = await ownMonitor(ctx, storage);
    const runs = await storage.monitorRuns.ofMonitor(_id, paginationOf(ctx));
    ctx.body = { success: true, data: runs.map(runResult) };
  });

  router.get(`${path}/runs/:run`, authenticate, async (ctx) => {
    const { _id, account } = await ownMonitor(ctx, storage);
    const id = pathParameter(ctx, 'run');
    const run = await storage.monitorRuns.findOwn(id, _id, account);
    if (!run) throw new Failure('NotFound', `There is no run ${id} of this monitor; the last hundred are kept.`);
    const changes = await storage.monitorRuns.changesOf(id, paginationOf(ctx));
    ctx.body = { success: true, data: { ...runResult(run), changes: changes.map(changeResult) } };
  });
}
