import { isCancellation, proxyActivities } from '@temporalio/workflow';
import type { BrandChoiceActivities, BrandingActivities } from '../activities/branding/activities.ts';
import { brandingPrice } from '../contracts/prices.ts';
import type { BrandingWork } from '../contracts/work/branding.ts';
import { paid } from './paid.ts';
import { pageTimeouts } from './timeouts.ts';

/** Beyond the visit's own limit (activities/branding) there is the deciding and the storing. */
const { lookAtBrand } = proxyActivities<BrandingActivities>({ taskQueue: 'browser', ...pageTimeouts(30_000) });
const { chooseBrand } = proxyActivities<BrandChoiceActivities>({
  taskQueue: 'model',
  heartbeatTimeout: '5 seconds',
  startToCloseTimeout: '45 seconds',
  // The caller waits, and has an answer already.
  scheduleToCloseTimeout: '60 seconds',
  retry: { initialInterval: '500 milliseconds', maximumAttempts: 2 },
});

/** Looks at a site and stores its branding profile, which itself never passes through here. */
export async function branding(work: BrandingWork): Promise<void> {
  const { account, requestId, job: id, fields } = work;
  await paid({ account, requestId, id, operation: 'branding', amount: brandingPrice(fields) }, async () => {
    const { choose } = await lookAtBrand(work);
    if (choose) await chooseBrand(work).catch(keepRules);
  });
}

/** Without the model the profile that rules made stands, and says so. */
function keepRules(error: unknown): void {
  if (isCancellation(error)) throw error;
}
