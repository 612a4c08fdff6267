import { createBatchActivities } from '../../activities/batches/activities.ts';
import { createOpenActivities } from '../../activities/batches/open.ts';
import { createBillingActivities } from '../../activities/billing/activities.ts';
import { createMailActivities, createPostMail } from '../../activities/notify/mail.ts';
import { registerLedgerAge } from '../ledgerMetrics.ts';
import { workflowCode } from '../workflowCode.ts';
import type { Role } from './role.ts';

/** Workflows, and their small database steps as local activities. */
export const flow: Role = ({ settings, plans, storage, log, metrics, tracing, registry }) => {
  registerLedgerAge(registry, storage.ledger, log);
  return {
    ...workflowCode({ settings, tracing, log }),
    activities: {
      ...createBatchActivities({ storage, metrics }),
      ...createOpenActivities({ storage, plans, metrics }),
      ...createBillingActivities({ storage, plans, metrics }),
      ...createMailActivities({
        storage,
        plans,
        post: createPostMail({ url: settings.SMTP_URL, from: settings.MAIL_FROM, log }),
      }),
    },
    // Many, because each is short.
    maxConcurrentWorkflowTaskExecutions: 40,
    maxConcurrentLocalActivityExecutions: 100,
  };
};
