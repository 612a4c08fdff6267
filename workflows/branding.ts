import { isCancellation, proxyActivities } from '@temporalio/workflow';
import type { BrandChoiceActivities, BrandingActivities } from '../activities/branding/activities.ts';
import { brandingPrice } from '../contracts/prices.ts';
import type { BrandingWork } from '../contracts/work/branding.ts';
import { brandChoiceTimeouts, pageTimeouts } from './timeouts.ts';
import { withCredits } from './withCredits.ts';

/** The visit has the same limit in activities/branding; beyond it there is the analysis and the storing. */
const visitTimeoutMs = 30_000;
const { lookAtBrand } = proxyActivities<BrandingActivities>({ taskQueue: 'browser', ...pageTimeouts(visitTimeoutMs) });
const { chooseBrand } = proxyActivities<BrandChoiceActivities>({ taskQueue: 'model', ...brandChoiceTimeouts });

/** Looks at a site and stores its branding profile, which never passes through the workflow. */
export async function branding(work: BrandingWork): Promise<void> {
  const { account, requestId, job: id, fields } = work;
  await withCredits({ account, requestId, id, operation: 'branding', amount: brandingPrice(fields) }, async () => {
    const { choose } = await lookAtBrand(work);
    if (choose) await chooseBrand(work).catch(keepRulesProfile);
    return {};
  });
}

/** If the model fails, the profile made by rules stands, with a warning that says so. */
function keepRulesProfile(error: unknown): void {
  if (isCancellation(error)) throw error;
}
