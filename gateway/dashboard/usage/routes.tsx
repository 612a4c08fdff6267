import { planNamed } from '../../../runtime/plans.ts';
import { nextMonth } from '../../../storage/ledger.ts';
import type { Context } from '../../http/context.ts';
import type { PageDeps, PageRouter } from '../deps.ts';
import { viewerOf } from '../requireSignIn.ts';
import { sendPage } from '../view/send.tsx';
import { creditsCsv, imagesCsv } from './csv.ts';
import { monthsFor } from './month.ts';
import { creditReport, imageReport } from './report.ts';
import { UsagePage } from './UsagePage.tsx';

export function usageRoutes(router: PageRouter, { plans, storage, assets, requireSignIn }: PageDeps) {
  router.get('/usage', requireSignIn, async (ctx) => {
    const { account } = viewerOf(ctx);
    const months = monthsFor(ctx.query['month']);
    const plan = planNamed(plans, account.plan);
    const [images, balance] = await Promise.all([
      imageReport(storage, account._id, months.shown),
      storage.ledger.balance(account._id, months.shown),
    ]);
    sendPage(
      ctx,
      assets,
      { title: 'Usage', ...(months.isCurrent && { refreshMs: 3_000 }) },
      <UsagePage
        months={months}
        images={images}
        imageAllowance={plan.imageRequests}
        credits={creditReport(months.shown, balance)}
        balance={{ ...balance, allowance: plan.credits }}
        resetsAt={nextMonth(new Date())}
      />,
    );
  });

  router.get('/usage.csv', requireSignIn, async (ctx) => {
    const { shown } = monthsFor(ctx.query['month']);
    sendCsv(ctx, `usage-${shown}`, imagesCsv(await imageReport(storage, viewerOf(ctx).account._id, shown)));
  });

  router.get('/usage/credits.csv', requireSignIn, async (ctx) => {
    const { shown } = monthsFor(ctx.query['month']);
    const balance = await storage.ledger.balance(viewerOf(ctx).account._id, shown);
    sendCsv(ctx, `credits-${shown}`, creditsCsv(creditReport(shown, balance)));
  });
}

function sendCsv(ctx: Context, name: string, text: string) {
  ctx.type = 'text/csv; charset=utf-8';
  ctx.set('Content-Disposition', `attachment; filename="sightread-${name}.csv"`);
  ctx.set('Cache-Control', 'no-store');
  ctx.body = text;
}
