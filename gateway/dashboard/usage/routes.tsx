import { planNamed } from '../../../runtime/plans.ts';
import { nextMonth } from '../../../storage/ledger.ts';
import type { PageDeps, PageRouter } from '../deps.ts';
import { viewerOf } from '../requireSignIn.ts';
import { sendPage } from '../view/send.tsx';
import { usageCsv } from './csv.ts';
import { monthsFor } from './month.ts';
import { usageReport } from './report.ts';
import { UsagePage } from './UsagePage.tsx';

export function usageRoutes(router: PageRouter, { plans, storage, assets, requireSignIn }: PageDeps) {
  router.get('/usage', requireSignIn, async (ctx) => {
    const { account } = viewerOf(ctx);
    const months = monthsFor(ctx.query['month']);
    const plan = planNamed(plans, account.plan);
    const [report, balance] = await Promise.all([
      usageReport(storage, account._id, months.shown),
      storage.ledger.balance(account._id, months.shown),
    ]);
    const now = new Date();
    sendPage(
      ctx,
      assets,
      { title: 'Usage', scripts: ['chart.js', 'usage.js'], ...(months.isCurrent && { refreshMs: 3_000 }) },
      <UsagePage
        months={months}
        report={report}
        imageAllowance={plan.imageRequests}
        credits={{ ...balance, allowance: plan.credits }}
        resetsAt={nextMonth(now)}
      />,
    );
  });

  router.get('/usage.csv', requireSignIn, async (ctx) => {
    const { account } = viewerOf(ctx);
    const { shown } = monthsFor(ctx.query['month']);
    ctx.type = 'text/csv; charset=utf-8';
    ctx.set('Content-Disposition', `attachment; filename="sightread-usage-${shown}.csv"`);
    ctx.set('Cache-Control', 'no-store');
    ctx.body = usageCsv(await usageReport(storage, account._id, shown));
  });
}
