import { cancellationSignal } from '@temporalio/activity';
import type { JobWork } from '../../contracts/work/context.ts';
import type { DeliverDue } from './webhooks.ts';

export type NotifyActivities = ReturnType<typeof createNotifyActivities>;

export const createNotifyActivities = ({ deliverDue }: { deliverDue: DeliverDue }) => ({
  /** Posts what is due of a job's events; says when to come again, or nothing once all is told. */
  deliverDueEvents: ({ job }: JobWork) => deliverDue(job, cancellationSignal()),
});
