import { CancellationScope, proxyLocalActivities } from '@temporalio/workflow';
import type { BillingActivities } from '../activities/billing/activities.ts';
import type { Charge } from '../contracts/work/billing.ts';
import { isRefusal } from './refusal.ts';
import { databaseStep, promptDatabaseStep } from './timeouts.ts';

const { reserveCredits } = proxyLocalActivities<BillingActivities>(promptDatabaseStep);
const { settleCredits, withdrawCredits } = proxyLocalActivities<BillingActivities>(databaseStep);

/** Does a piece of work for credits: set aside before, charged when it is done, given back when it is not. */
export async function paid(charge: Charge, work: () => Promise<void>): Promise<void> {
  try {
    await reserveCredits(charge);
  } catch (error) {
    // After a plain no there is nothing to give back. Otherwise nobody knows: the database may have done it without
    // saying so, and so may a worker that was lost before it could.
    if (!isRefusal(error)) await CancellationScope.nonCancellable(() => withdrawCredits(charge));
    throw error;
  }
  let amount = 0;
  try {
    await work();
    amount = charge.amount;
  } finally {
    await CancellationScope.nonCancellable(() => settleCredits({ id: charge.id, amount }));
  }
}
