import { createMonitorOperations } from '../../api/monitors/operations.ts';
import { ownMonitor } from '../../api/monitors/ownMonitor.ts';
import type { Context } from '../../http/context.ts';
import { readForm } from '../csrf.ts';
import type { PageDeps, PageRouter } from '../deps.ts';
import { viewerOf } from '../requireSignIn.ts';
import type { SessionApi } from '../sessionApi.ts';
import { offsetOf } from '../view/Pager.tsx';
import { redirectAfterPost, sendPage } from '../view/send.tsx';
import { MonitorPage } from './MonitorPage.tsx';
import { MonitorsPage, type NewMonitorForm } from './MonitorsPage.tsx';
import { monitorName } from './monitorName.ts';

const pageSize = 25;
const shownRuns = 20;
const shownChanges = 20;
const busyRefreshMs = 1_000;
const idleRefreshMs = 10_000;

export function monitorsRoutes(router: PageRouter, deps: PageDeps, api: SessionApi) {
  const { storage, flows, sessions, assets, requireSignIn, limitRate } = deps;
  const operations = createMonitorOperations(deps);

  async function sendMonitors(ctx: Context, rejected?: { form: NewMonitorForm; problem: string }) {
    const { account, csrf } = viewerOf(ctx);
    const offset = offsetOf(ctx);
    const found = await storage.monitors.ofAccount(account._id, { offset, limit: pageSize });
    const monitors = await Promise.all(
      found.map(async (monitor) => ({ monitor, lastRun: await storage.monitorRuns.latest(monitor._id) })),
    );
    const isRunning = monitors.some(({ lastRun }) => lastRun?.status === 'running');
    sendPage(
      ctx,
      assets,
      { title: 'Monitors', refreshMs: isRunning ? busyRefreshMs : idleRefreshMs },
      <MonitorsPage
        monitors={monitors}
        csrf={csrf}
        offset={offset}
        pageSize={pageSize}
        {...(rejected && { rejected })}
      />,
    );
  }

  router.get('/monitors', requireSignIn, (ctx) => sendMonitors(ctx));

  router.post('/monitors', requireSignIn, async (ctx) => {
    const read = await readForm(ctx, sessions);
    const form = {
      urls: read('urls'),
      what: read('what'),
      every: read('every'),
      name: read('name'),
      webhook: read('webhook'),
    };
    const lines = form.urls.split('\n').map((line) => line.trim());
    const urls = lines.filter((line) => line !== '');
    const request = {
      ...(form.what === 'site' ? { crawl: { url: urls[0] ?? '' } } : { urls }),
      every: form.every.trim(),
      ...(form.name && { name: form.name }),
      ...(form.webhook && { webhook: form.webhook }),
    };
    const { status, body } = await api(ctx, '/v1/monitors', JSON.stringify(request));
    if (status === 200 && typeof body['id'] === 'string') {
      redirectAfterPost(ctx, `/monitors/${body['id']}`);
      return;
    }
    await sendMonitors(ctx, { form, problem: String(body['error']) });
    ctx.status = status;
  });

  router.get('/monitors/:id', requireSignIn, async (ctx) => {
    const monitor = await ownMonitor(ctx, storage);
    const [runs, changes, nextRunAt] = await Promise.all([
      storage.monitorRuns.ofMonitor(monitor._id, { offset: 0, limit: shownRuns }),
      storage.monitorRuns.latestChanges(monitor._id, shownChanges),
      flows.nextMonitorRun(monitor._id),
    ]);
    const isRunning = runs[0]?.status === 'running' || runs.length === 0;
    sendPage(
      ctx,
      assets,
      { title: monitorName(monitor), refreshMs: isRunning ? busyRefreshMs : idleRefreshMs },
      <MonitorPage monitor={monitor} csrf={viewerOf(ctx).csrf} nextRunAt={nextRunAt} runs={runs} changes={changes} />,
    );
  });

  for (const [word, act] of [
    ['run', operations.runNow],
    ['pause', (monitor) => operations.setPaused(monitor, true)],
    ['resume', (monitor) => operations.setPaused(monitor, false)],
  ] satisfies [string, (monitor: Awaited<ReturnType<typeof ownMonitor>>) => Promise<unknown>][]) {
    router.post(`/monitors/:id/${word}`, requireSignIn, limitRate, async (ctx) => {
      await readForm(ctx, sessions);
      const monitor = await ownMonitor(ctx, storage);
      await act(monitor);
      redirectAfterPost(ctx, `/monitors/${monitor._id}`);
    });
  }

  router.post('/monitors/:id/remove', requireSignIn, limitRate, async (ctx) => {
    await readForm(ctx, sessions);
    await operations.remove(await ownMonitor(ctx, storage));
    redirectAfterPost(ctx, '/monitors');
  });
}
