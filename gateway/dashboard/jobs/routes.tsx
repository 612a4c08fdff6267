import { Failure } from '../../../contracts/failures.ts';
import { eventPayload } from '../../../storage/eventPayload.ts';
import { isCrawl } from '../../../storage/jobs.ts';
import { cancelJob } from '../../api/jobs/cancel.ts';
import { jobResults } from '../../api/jobs/results.ts';
import { retryJob } from '../../api/jobs/retry.ts';
import { type Context, callerOf, pathParameter } from '../../http/context.ts';
import { ownJob } from '../../http/ownJob.ts';
import { readForm } from '../csrf.ts';
import type { PageDeps, PageRouter } from '../deps.ts';
import { viewerOf } from '../requireSignIn.ts';
import type { SessionApi } from '../sessionApi.ts';
import { offsetOf } from '../view/Pager.tsx';
import { redirectAfterPost, sendPage } from '../view/send.tsx';
import { crawlOverview, overviewRefreshMs } from './crawlOverview.ts';
import { DeliveryPage } from './DeliveryPage.tsx';
import { ItemPage } from './ItemPage.tsx';
import { firstTab, JobPage, type JobTab, jobTabs } from './JobPage.tsx';
import { JobsPage } from './JobsPage.tsx';
import { jobNames } from './jobName.ts';
import { deliveryPath, eventName } from './WebhookDeliveries.tsx';

const pageSize = 25;
const shownFailures = { reasons: 50, urls: 20 };
/** The refresh interval of a page that shows something running. */
const busyRefreshMs = 1_000;
const idleRefreshMs = 5_000;

export function jobsRoutes(router: PageRouter, deps: PageDeps, api: SessionApi) {
  jobListRoutes(router, deps, api);
  jobPageRoutes(router, deps);
  deliveryRoutes(router, deps);
  jobActionRoutes(router, deps);
}

function jobListRoutes(router: PageRouter, { storage, sessions, assets, requireSignIn }: PageDeps, api: SessionApi) {
  async function sendJobs(ctx: Context, rejected?: { urls: string; problem: string }) {
    const { account, csrf } = viewerOf(ctx);
    const offset = offsetOf(ctx);
    const jobs = await storage.jobs.ofAccount(account._id, { offset, limit: pageSize });
    const isRunning = jobs.some(({ status }) => status === 'scraping');
    sendPage(
      ctx,
      assets,
      { title: 'Jobs', refreshMs: isRunning ? busyRefreshMs : idleRefreshMs },
      <JobsPage
        jobs={jobs}
        names={await jobNames(jobs, storage.pages)}
        csrf={csrf}
        offset={offset}
        pageSize={pageSize}
        {...(rejected && { rejected })}
      />,
    );
  }

  router.get('/jobs', requireSignIn, (ctx) => sendJobs(ctx));

  router.post('/jobs', requireSignIn, async (ctx) => {
    const form = await readForm(ctx, sessions);
    const urls = form('urls')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    const { status, body } = await api(ctx, '/v1/batch/scrape', JSON.stringify({ urls }));
    if (status === 200 && typeof body['id'] === 'string') {
      redirectAfterPost(ctx, `/jobs/${body['id']}`);
      return;
    }
    await sendJobs(ctx, { urls: form('urls'), problem: String(body['error']) });
    ctx.status = status;
  });
}

function jobPageRoutes(router: PageRouter, { storage, resultViews, assets, requireSignIn }: PageDeps) {
  async function sendJob(ctx: Context, asked?: JobTab) {
    const job = await ownJob(ctx, storage);
    const tab = asked ?? firstTab(job);
    const offset = offsetOf(ctx);
    const overview = isCrawl(job) && tab === 'site' ? await crawlOverview(job, underOf(ctx), storage) : undefined;
    const [names, items, failures, events] = await Promise.all([
      jobNames([job], storage.pages),
      tab === 'items' ? storage.pages.summaries(job._id, { offset, limit: pageSize }) : [],
      tab === 'errors' ? storage.pages.failuresByReason(job._id, shownFailures) : [],
      tab === 'webhooks' ? storage.events.ofJob(job._id, { offset, limit: pageSize }) : [],
    ]);
    const name = names.get(job._id) ?? job._id;
    const changes = job.status === 'scraping' || tab === 'webhooks';
    sendPage(
      ctx,
      assets,
      {
        title: name,
        ...(changes && { refreshMs: overview ? overviewRefreshMs(job) : busyRefreshMs }),
      },
      <JobPage
        job={job}
        name={name}
        csrf={viewerOf(ctx).csrf}
        tab={tab}
        offset={offset}
        pageSize={pageSize}
        items={items}
        failures={failures}
        events={events}
        overview={overview}
      />,
    );
  }

  router.get('/jobs/:id', requireSignIn, (ctx) => sendJob(ctx));
  for (const tab of jobTabs) router.get(`/jobs/:id/${tab}`, requireSignIn, (ctx) => sendJob(ctx, tab));

  router.get('/jobs/:id/items/:index', requireSignIn, async (ctx) => {
    const job = await ownJob(ctx, storage);
    const index = Number(pathParameter(ctx, 'index'));
    const content = Number.isInteger(index) ? await storage.pages.content(job._id, index) : undefined;
    if (!content) throw new Failure('NotFound', 'This job has no such item yet.');
    const item = await resultViews.item(content);
    sendPage(ctx, assets, { title: item.title, scripts: ['code.js'] }, <ItemPage job={job} item={item} />);
  });
}

/** The folder of a crawl's site that is shown, as the page's address says. */
function underOf({ query: { under } }: Pick<Context, 'query'>): string[] {
  return typeof under === 'string' ? under.split('/').filter((segment) => segment !== '') : [];
}

/** One delivery to the job's webhook: what was sent, what came of it, and sending it again. */
function deliveryRoutes(router: PageRouter, { storage, flows, sessions, assets, requireSignIn }: PageDeps) {
  const path = '/jobs/:id/webhooks/:event';

  async function deliveryOf(ctx: Context) {
    const job = await ownJob(ctx, storage);
    const event = await storage.events.findOwn(pathParameter(ctx, 'event'), job._id);
    if (!event)
      throw new Failure('NotFound', 'This job has no such webhook event; deliveries are kept for three days.');
    return { job, event };
  }

  router.get(path, requireSignIn, async (ctx) => {
    const { job, event } = await deliveryOf(ctx);
    const payload = await eventPayload(event, job, storage.pages);
    sendPage(
      ctx,
      assets,
      {
        title: `Webhook ${eventName(event)}`,
        scripts: ['code.js'],
        ...(event.state === 'waiting' && { refreshMs: busyRefreshMs }),
      },
      <DeliveryPage job={job} event={event} payload={payload} csrf={viewerOf(ctx).csrf} />,
    );
  });

  router.post(`${path}/send`, requireSignIn, async (ctx) => {
    await readForm(ctx, sessions);
    const { job, event } = await deliveryOf(ctx);
    const { account, requestId } = callerOf(ctx);
    await storage.events.resend(event._id, job._id);
    await flows.deliverWebhooks({ account, requestId, job: job._id, round: job.retries });
    redirectAfterPost(ctx, deliveryPath(event));
  });
}

/** The API's own handlers, behind the dashboard's sign-in and forms. */
function jobActionRoutes(router: PageRouter, deps: PageDeps) {
  const { sessions, requireSignIn } = deps;
  const apiDeps = { ...deps, authenticate: requireSignIn };

  router.get('/jobs/:id/results.ndjson', requireSignIn, jobResults(apiDeps));

  for (const [action, handler] of [
    ['cancel', cancelJob(apiDeps)],
    ['retry', retryJob(apiDeps)],
  ] as const) {
    router.post(`/jobs/:id/${action}`, requireSignIn, async (ctx, next) => {
      await readForm(ctx, sessions);
      await handler(ctx, next);
      redirectAfterPost(ctx, `/jobs/${pathParameter(ctx, 'id')}`);
    });
  }
}
