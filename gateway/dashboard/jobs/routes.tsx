import type Router from '@koa/router';
import type { Context } from 'koa';
import { Failure } from '../../../contracts/failures.ts';
import { ownJob } from '../../accounts/ownJob.ts';
import { cancelBatch } from '../../api/batch/cancel.ts';
import { batchResults } from '../../api/batch/results.ts';
import { retryBatch } from '../../api/batch/retry.ts';
import { readForm } from '../csrf.ts';
import type { PageDeps } from '../deps.ts';
import type { SessionApi } from '../sessionApi.ts';
import { sendPage, viewerOf } from '../view/send.tsx';
import { ItemPage } from './ItemPage.tsx';
import { JobPage, type JobTab, jobTabs } from './JobPage.tsx';
import { JobsPage } from './JobsPage.tsx';

const pageSize = 25;
const maxEvents = 200;
/** A running job is looked at this often. */
const refreshMs = 1_000;

function offsetOf(ctx: Context) {
  return Math.max(0, Math.floor(Number(ctx.query['offset'])) || 0);
}

export function jobsRoutes(router: Router, deps: PageDeps, api: SessionApi) {
  const { storage, sessions, assets, requireSignIn, turn } = deps;
  const apiDeps = { ...deps, key: requireSignIn, turn };

  async function showJobs(ctx: Context, refused?: { urls: string; problem: string }) {
    const { account, csrf } = viewerOf(ctx);
    const offset = offsetOf(ctx);
    const jobs = await storage.jobs.ofAccount(account._id, { offset, limit: pageSize });
    const running = jobs.some(({ status }) => status === 'scraping');
    sendPage(
      ctx,
      assets,
      { title: 'Jobs', refreshMs: running ? refreshMs : 5_000 },
      <JobsPage jobs={jobs} csrf={csrf} offset={offset} pageSize={pageSize} {...(refused && { refused })} />,
    );
  }

  router.get('/jobs', requireSignIn, (ctx) => showJobs(ctx));

  router.post('/jobs', requireSignIn, async (ctx) => {
    const form = await readForm(ctx, sessions);
    const typed = form('urls');
    const urls = typed
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    const { status, body } = await api(ctx, '/v1/batch/scrape', { urls });
    if (status === 200 && typeof body['id'] === 'string') {
      ctx.redirect(`/jobs/${body['id']}`);
      ctx.status = 303;
      return;
    }
    await showJobs(ctx, { urls: typed, problem: String(body['error']) });
    ctx.status = status;
  });

  async function showJob(ctx: Context, tab: JobTab) {
    const job = await ownJob(ctx, storage);
    const offset = offsetOf(ctx);
    const [items, events] = await Promise.all([
      tab === 'webhooks'
        ? []
        : storage.pages.summaries(job._id, {
            offset,
            limit: pageSize,
            ...(tab === 'errors' && { outcome: 'failed' as const }),
          }),
      tab === 'webhooks' ? storage.events.ofJob(job._id, maxEvents) : [],
    ]);
    sendPage(
      ctx,
      assets,
      { title: `Job ${job._id.slice(0, 8)}`, ...((job.status === 'scraping' || tab === 'webhooks') && { refreshMs }) },
      <JobPage
        job={job}
        csrf={viewerOf(ctx).csrf}
        tab={tab}
        offset={offset}
        pageSize={pageSize}
        items={items}
        events={events}
      />,
    );
  }

  for (const tab of jobTabs) {
    router.get(tab === 'items' ? '/jobs/:id' : `/jobs/:id/${tab}`, requireSignIn, (ctx) => showJob(ctx, tab));
  }

  router.get('/jobs/:id/items/:index', requireSignIn, async (ctx) => {
    const job = await ownJob(ctx, storage);
    const index = Number(ctx['params'].index);
    const item = Number.isInteger(index) ? await storage.pages.find(job._id, index) : undefined;
    if (!item) throw new Failure('NotFound', 'This job has no such item yet.');
    sendPage(
      ctx,
      assets,
      { title: item.metadata.title ?? item.url, scripts: ['code.js'] },
      <ItemPage job={job} item={item} />,
    );
  });

  router.get('/jobs/:id/results.ndjson', requireSignIn, batchResults(apiDeps));

  for (const [does, handler] of [
    ['cancel', cancelBatch(apiDeps)],
    ['retry', retryBatch(apiDeps)],
  ] as const) {
    router.post(`/jobs/:id/${does}`, requireSignIn, async (ctx, next) => {
      await readForm(ctx, sessions);
      await handler(ctx, next);
      ctx.redirect(`/jobs/${ctx['params'].id}`);
      ctx.status = 303;
    });
  }
}
