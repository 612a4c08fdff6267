import { cancellationSignal } from '@temporalio/activity';
import type { WorkContext } from '../../contracts/work/batches.ts';
import type { DeliverDue } from './webhooks.ts';

export type NotifyActivities = ReturnType<typeof createNotifyActivities>;

export const createNotifyActivities = ({ deliverDue }: { deliverDue: DeliverDue }) => ({
  /** Posts what is due of a job's events; says when to come again, or nothing once all is told. */
  deliverDueEvents: ({ job }: WorkContext & { job: string }) => deliverDue(job, cancellationSignal()),
});
