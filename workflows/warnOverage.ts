import { proxyActivities } from '@temporalio/workflow';
import type { MailActivities } from '../activities/notify/mail.ts';
import type { Overage } from '../contracts/work/notify.ts';

const { mailOverage } = proxyActivities<MailActivities>({
  taskQueue: 'flow',
  // A worker that dies with the mail in hand is noticed by its heartbeats.
  heartbeatTimeout: '5 seconds',
  startToCloseTimeout: '2 minutes',
  // A mail server may be away for a weekend.
  scheduleToCloseTimeout: '5 days',
  retry: { initialInterval: '5 seconds', maximumInterval: '1 hour' },
});

/** One mail per account and month; its id says which, so that however many notice the crossing, one runs. */
export async function warnOverage(overage: Overage): Promise<void> {
  await mailOverage(overage);
}
