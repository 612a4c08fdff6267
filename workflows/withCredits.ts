import { CancellationScope, proxyLocalActivities } from '@temporalio/workflow';
import type { BillingActivities } from '../activities/billing/activities.ts';
import type { Charge } from '../contracts/work/billing.ts';
import { isRefusal } from './refusal.ts';
import { databaseStep, promptDatabaseStep } from './timeouts.ts';

const { reserveCredits } = proxyLocalActivities<BillingActivities>(promptDatabaseStep);
const { settleCredits, withdrawCredits } = proxyLocalActivities<BillingActivities>(databaseStep);

/**
 * Runs work that costs credits: reserved before, charged if it succeeds, released if it does not. Work that turns out to
 * cost less says so.
 */
export async function withCredits(
  charge: Charge,
  work: () => Promise<{ credits?: number; isFree?: true }>,
): Promise<void> {
  try {
    await reserveCredits(charge);
  } catch (error) {
    // After a refusal nothing is reserved. Otherwise nobody knows: the database, or a worker that was lost, may have
    // made the reservation without confirming it.
    if (!isRefusal(error)) await CancellationScope.nonCancellable(() => withdrawCredits(charge));
    throw error;
  }
  let amount = 0;
  try {
    const done = await work();
    amount = done.isFree ? 0 : (done.credits ?? charge.amount);
  } finally {
    await CancellationScope.nonCancellable(() => settleCredits({ id: charge.id, amount }));
  }
}
