import { cancellationSignal } from '@temporalio/activity';
import type { JobWork } from '../../contracts/work/context.ts';
import type { DeliverDue } from './webhooks.ts';

export type NotifyActivities = ReturnType<typeof createNotifyActivities>;

export function createNotifyActivities({ deliverDue }: { deliverDue: DeliverDue }) {
  return {
    /** Posts the due events of a job; returns when to look again, or nothing once all are delivered. */
    deliverDueEvents: ({ job }: JobWork) => deliverDue(job, cancellationSignal()),
  };
}
