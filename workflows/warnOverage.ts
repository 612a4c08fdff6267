import { proxyActivities } from '@temporalio/workflow';
import type { MailActivities } from '../activities/notify/mail.ts';
import type { Overage } from '../contracts/work/notify.ts';
import { mailTimeouts } from './timeouts.ts';

const { mailOverage } = proxyActivities<MailActivities>({ taskQueue: 'flow', ...mailTimeouts });

/** Sends one mail per account and month: the workflow's id makes sure that it runs once. */
export async function warnOverage(overage: Overage): Promise<void> {
  await mailOverage(overage);
}
