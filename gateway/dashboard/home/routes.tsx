import { baseUrl, imageBaseUrl } from '../../../runtime/baseUrl.ts';
import { planNamed } from '../../../runtime/plans.ts';
import { monthOf, nextMonth } from '../../../storage/ledger.ts';
import type { PageDeps, PageRouter } from '../deps.ts';
import { viewerOf } from '../requireSignIn.ts';
import { sendPage } from '../view/send.tsx';
import { HomePage } from './HomePage.tsx';

/** The first page after sign-in: this month's totals, and two examples to start from. */
export function homeRoutes(router: PageRouter, { settings, plans, storage, assets, requireSignIn }: PageDeps) {
  router.get('/', requireSignIn, async (ctx) => {
    const { account, images } = viewerOf(ctx);
    const now = new Date();
    const [{ used, reserved }, keys, jobs] = await Promise.all([
      storage.ledger.balance(account._id, monthOf(now)),
      storage.keys.ofAccount(account._id),
      storage.jobs.countOf(account._id),
    ]);
    const { credits } = planNamed(plans, account.plan);
    const publishable = keys.find(({ kind }) => kind === 'publishable')?.publishable;
    const totals = {
      creditsUsed: used + reserved,
      credits,
      resetsAt: nextMonth(now),
      images,
      runningJobs: jobs.running,
      recentJobs: jobs.all,
    };
    const iconUrl = `${imageBaseUrl(settings)}/github.com?token=${publishable ?? 'pk_…'}`;
    sendPage(
      ctx,
      assets,
      { title: 'Home', refreshMs: 5_000 },
      <HomePage totals={totals} apiUrl={baseUrl(settings)} iconUrl={iconUrl} />,
    );
  });
}
