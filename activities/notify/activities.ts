import { cancellationSignal } from '@temporalio/activity';
import type { JobWork } from '../../contracts/work/context.ts';
import type { DeliverDue } from './webhooks.ts';

export type NotifyActivities = ReturnType<typeof createNotifyActivities>;

export function createNotifyActivities({ deliverDue }: { deliverDue: DeliverDue }) {
  return {
    /** Posts what is due of a job's events; says when to come again, or nothing once all is told. */
    deliverDueEvents: ({ job }: JobWork) => deliverDue(job, cancellationSignal()),
  };
}
