import { meantUrl } from '../../../contracts/egress/meantUrl.ts';
import { baseUrl, imageBaseUrl } from '../../../runtime/baseUrl.ts';
import { planNamed } from '../../../runtime/plans.ts';
import { monthOf, nextMonth } from '../../../storage/ledger.ts';
import type { Context } from '../../http/context.ts';
import { readForm } from '../csrf.ts';
import type { PageDeps, PageRouter } from '../deps.ts';
import { createOperationResults } from '../playground/results.tsx';
import { keyChoices } from '../requests/keyChoices.ts';
import { viewerOf } from '../requireSignIn.ts';
import type { SessionApi } from '../sessionApi.ts';
import { sendPage } from '../view/send.tsx';
import { HomePage, type Tried } from './HomePage.tsx';
import { lastDaysOf } from './lastDays.ts';

const shownRequests = 6;
const shownFailures = 3;

/** The first page after sign-in: a page to read at once, what has happened lately, and what to do first. */
export function homeRoutes(router: PageRouter, deps: PageDeps, api: SessionApi) {
  const { settings, plans, storage, requestLog, sessions, assets, requireSignIn } = deps;
  const resultOf = createOperationResults(deps);

  async function totalsOf(ctx: Context) {
    const { account, images } = viewerOf(ctx);
    const now = new Date();
    const [{ used, reserved }, lastDays, jobs, unreadPages] = await Promise.all([
      storage.ledger.balance(account._id, monthOf(now)),
      lastDaysOf(storage, account._id, now),
      storage.jobs.countOf(account._id),
      storage.jobs.unreadPages(account._id),
    ]);
    return {
      creditsUsed: used + reserved,
      credits: planNamed(plans, account.plan).credits,
      resetsAt: nextMonth(now),
      images,
      runningJobs: jobs.running,
      unreadPages,
      recentJobs: jobs.all,
      lastDays,
    };
  }

  async function sendHome(ctx: Context, tried: Tried = { url: '' }) {
    const { account, csrf } = viewerOf(ctx);
    await requestLog.written();
    const list = (outcome: 'failed' | undefined, limit: number) =>
      storage.requests.ofAccount(account._id, { ...(outcome && { outcome }) }, { offset: 0, limit });
    const [totals, keys, requests, failures] = await Promise.all([
      totalsOf(ctx),
      storage.keys.ofAccount(account._id),
      list(undefined, shownRequests),
      list('failed', shownFailures),
    ]);
    const publishable = keys.find(({ kind }) => kind === 'publishable')?.publishable;
    const { credits, images } = totals.lastDays;
    const steps = {
      hasKey: keys.some(({ kind, lastUsedAt }) => kind === 'secret' && lastUsedAt !== undefined),
      hasRead: credits.some((used) => used > 0),
      hasShownIcon: images.some((counted) => counted > 0),
    };
    const isNew = !(steps.hasKey && steps.hasRead && steps.hasShownIcon);
    sendPage(
      ctx,
      assets,
      { title: 'Home', ...(tried.result ? { scripts: ['results.js'] } : { refreshMs: 5_000 }) },
      <HomePage
        totals={totals}
        requests={requests}
        failures={failures}
        keys={keyChoices(keys, account._id)}
        firstSteps={isNew ? steps : undefined}
        tried={tried}
        csrf={csrf}
        apiUrl={baseUrl(settings)}
        iconUrl={`${imageBaseUrl(settings)}/github.com?token=${publishable ?? 'pk_…'}`}
      />,
    );
  }

  router.get('/', requireSignIn, (ctx) => sendHome(ctx));

  router.post('/', requireSignIn, async (ctx) => {
    const form = await readForm(ctx, sessions);
    const typed = form('url').trim();
    const sent = { url: typed.includes('://') ? typed : (meantUrl(typed) ?? typed) };
    const { status, body } = await api(ctx, '/v1/scrape', JSON.stringify(sent));
    const { job = '' } = ctx.state;
    ctx.status = 200;
    await sendHome(
      ctx,
      status === 200
        ? { url: typed, result: await resultOf.scrape({ job, page: job, sent }) }
        : { url: typed, problem: String(body['error']) },
    );
    ctx.status = status;
  });
}
