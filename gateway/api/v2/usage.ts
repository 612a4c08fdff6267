import { monthOf, nextMonth } from '../../../storage/ledger.ts';
import { callerOf, type Middleware } from '../../http/context.ts';
import { creditsOf } from '../credits.ts';
import type { ApiDeps } from '../deps.ts';
import type { ApiRouter } from '../router.ts';

/** Clients take numbers only, also where there is no limit. */
const unlimited = Number.MAX_SAFE_INTEGER;
const months = 12;

/** What an account has used and has running. Extractions are paid for in credits here, so tokens are credits. */
export function usageRoutes(router: ApiRouter, deps: ApiDeps): void {
  const { authenticate, storage, planOf } = deps;

  const usage = (unit: 'Credits' | 'Tokens'): Middleware => {
    return async (ctx) => {
      const { remaining, allowance, resetsAt } = await creditsOf(deps, callerOf(ctx).account);
      ctx.body = {
        success: true,
        data: {
          [`remaining${unit}`]: remaining ?? unlimited,
          [`plan${unit}`]: allowance ?? unlimited,
          billingPeriodStart: `${monthOf(new Date())}-01T00:00:00.000Z`,
          billingPeriodEnd: resetsAt,
        },
      };
    };
  };
  router.get('/v2/team/credit-usage', authenticate, usage('Credits'));
  router.get('/v2/team/token-usage', authenticate, usage('Tokens'));

  const history = (unit: 'Credits' | 'Tokens'): Middleware => {
    return async (ctx) => {
      const { account } = callerOf(ctx);
      const periods = await Promise.all(
        lastMonths(new Date()).map(async (start) => ({
          startDate: start.toISOString(),
          endDate: nextMonth(start).toISOString(),
          [`total${unit}`]: (await storage.ledger.balance(account, monthOf(start))).used,
        })),
      );
      ctx.body = { success: true, periods };
    };
  };
  router.get('/v2/team/credit-usage/historical', authenticate, history('Credits'));
  router.get('/v2/team/token-usage/historical', authenticate, history('Tokens'));

  /** Pages that are read at this moment: alone, and of batches and crawls. */
  async function activePages(account: string): Promise<number> {
    const [alone, ofJobs] = await Promise.all([
      storage.concurrencySlots.taken(account),
      storage.accountLeases.used(account),
    ]);
    return alone + ofJobs;
  }

  router.get('/v2/concurrency-check', authenticate, async (ctx) => {
    const { account } = callerOf(ctx);
    const { concurrentPages: maxConcurrency } = await planOf(account);
    ctx.body = { success: true, concurrency: await activePages(account), maxConcurrency };
  });

  router.get('/v2/team/queue-status', authenticate, async (ctx) => {
    const { account } = callerOf(ctx);
    const { concurrentPages: maxConcurrency } = await planOf(account);
    const [active, unread, latest] = await Promise.all([
      activePages(account),
      storage.jobs.unreadPages(account),
      storage.jobs.ofAccount(account, { offset: 0, limit: 1 }),
    ]);
    const waiting = Math.max(0, unread - active);
    ctx.body = {
      success: true,
      jobsInQueue: active + waiting,
      activeJobsInQueue: active,
      waitingJobsInQueue: waiting,
      maxConcurrency,
      mostRecentSuccess: latest[0]?.finishedAt?.toISOString() ?? null,
    };
  });
}

/** Their first days, the newest last. */
function lastMonths(now: Date): Date[] {
  return Array.from(
    { length: months },
    (_, at) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months + 1 + at)),
  );
}
