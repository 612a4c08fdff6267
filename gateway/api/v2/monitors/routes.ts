import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../../../../contracts/failures.ts';
import type { MonitorRunRecord } from '../../../../storage/monitorRuns.ts';
import type { Monitor } from '../../../../storage/monitors.ts';
import { callerOf, type Middleware, pathParameter } from '../../../http/context.ts';
import type { ApiDeps } from '../../deps.ts';
import { paginationOf } from '../../jobs/pagination.ts';
import { createMonitorOperations } from '../../monitors/operations.ts';
import { ownMonitor } from '../../monitors/ownMonitor.ts';
import { monitorResult } from '../../monitors/results.ts';
import type { ApiRouter } from '../../router.ts';
import { inWordsOf } from '../inWordsOf.ts';
import { v2Check, v2CheckPage, v2Monitor } from './results.ts';

/** Clients take all pages of a check at once. */
const maxCheckPages = 1_000;
/** A run begins within a moment of its start. */
const startTimeoutMs = 10_000;
const pollIntervalMs = 100;

/** `/v2/monitor`: the monitors of /v1 in the words of today's clients, whose checks are runs. */
export function v2MonitorRoutes(router: ApiRouter, deps: ApiDeps): void {
  const { authenticate, requests, storage, flows } = deps;
  const operations = createMonitorOperations(deps);
  const path = '/v2/monitor/:id';

  async function describe(monitor: Monitor) {
    const [lastRun, nextRunAt] = await Promise.all([
      storage.monitorRuns.latest(monitor._id),
      flows.nextMonitorRun(monitor._id),
    ]);
    return { success: true, data: v2Monitor(monitorResult(monitor, { lastRun, nextRunAt })) };
  }

  /** The run that has just been started; the one before it if that still runs. */
  async function startedRun(monitor: string, before: MonitorRunRecord | undefined): Promise<MonitorRunRecord> {
    const deadline = Date.now() + startTimeoutMs;
    for (;;) {
      const latest = await storage.monitorRuns.latest(monitor);
      if (latest && (latest._id !== before?._id || latest.status === 'running')) return latest;
      if (Date.now() > deadline) throw new Failure('DependencyDown', 'The check has not begun yet; see its monitor.');
      await sleep(pollIntervalMs);
    }
  }

  router.post('/v2/monitor', authenticate, inWordsOf('monitor'), async (ctx) => {
    const { request } = await requests.read(ctx, 'monitor');
    ctx.body = await describe(await operations.create(callerOf(ctx), request));
  });

  router.get('/v2/monitor', authenticate, async (ctx) => {
    const monitors = await storage.monitors.ofAccount(callerOf(ctx).account, paginationOf(ctx));
    const lastRuns = await Promise.all(monitors.map(({ _id }) => storage.monitorRuns.latest(_id)));
    const data = monitors.map((monitor, at) => v2Monitor(monitorResult(monitor, { lastRun: lastRuns[at] })));
    ctx.body = { success: true, data };
  });

  router.get(path, authenticate, async (ctx) => {
    ctx.body = await describe(await ownMonitor(ctx, storage));
  });

  router.patch(path, authenticate, inWordsOf('monitorUpdate'), async (ctx) => {
    const monitor = await ownMonitor(ctx, storage);
    const { request } = await requests.read(ctx, 'monitorUpdate');
    ctx.body = await describe(await operations.change(monitor, request));
  });

  router.delete(path, authenticate, async (ctx) => {
    await operations.remove(await ownMonitor(ctx, storage));
    ctx.body = { success: true };
  });

  router.post(`${path}/run`, authenticate, async (ctx) => {
    const monitor = await ownMonitor(ctx, storage);
    const before = await storage.monitorRuns.latest(monitor._id);
    await operations.runNow(monitor);
    ctx.body = { success: true, data: { ...v2Check(await startedRun(monitor._id, before)), trigger: 'manual' } };
  });

  router.get(`${path}/checks`, authenticate, async (ctx) => {
    const { _id } = await ownMonitor(ctx, storage);
    const runs = await storage.monitorRuns.ofMonitor(_id, paginationOf(ctx));
    ctx.body = { success: true, data: runs.map(v2Check) };
  });

  const check: Middleware = async (ctx) => {
    const { _id, account } = await ownMonitor(ctx, storage);
    const id = pathParameter(ctx, 'check');
    const run = await storage.monitorRuns.findOwn(id, _id, account);
    if (!run) throw new Failure('NotFound', `There is no check ${id} of this monitor; the last hundred are kept.`);
    const changes = await storage.monitorRuns.changesOf(id, { offset: 0, limit: maxCheckPages });
    ctx.body = { success: true, data: { ...v2Check(run), pages: changes.map(v2CheckPage) } };
  };
  router.get(`${path}/checks/:check`, authenticate, check);
}
