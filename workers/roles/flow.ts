import { createAccountActivities } from '../../activities/accounts/activities.ts';
import { createDeleteWorkflows } from '../../activities/accounts/deleteWorkflows.ts';
import { createBatchActivities } from '../../activities/batches/activities.ts';
import { createOpenActivities } from '../../activities/batches/open.ts';
import { createBillingActivities } from '../../activities/billing/activities.ts';
import { createMonitorActivities } from '../../activities/monitors/activities.ts';
import { createRemoveSchedule } from '../../activities/monitors/removeSchedule.ts';
import { createNotifyActivities } from '../../activities/notify/activities.ts';
import { createMailActivities, createPostMail } from '../../activities/notify/mail.ts';
import { createDeliverDue } from '../../activities/notify/webhooks.ts';
import { registerLedgerAge } from '../ledgerMetrics.ts';
import { workflowCode } from '../workflowCode.ts';
import { openFetcher } from './reading.ts';
import type { Role } from './role.ts';

/** Workflows, their small database steps as local activities, and messages: webhooks and mails. */
export const flow: Role = (deps) => {
  const { settings, plans, storage, log, metrics, tracing, temporal, registry } = deps;
  const fetcher = openFetcher(deps);
  const opening = createOpenActivities({ storage, plans, metrics });
  const removeSchedule = createRemoveSchedule(temporal);
  registerLedgerAge(registry, storage.ledger, log);
  return {
    ...workflowCode({ settings, tracing, log }),
    activities: {
      ...createBatchActivities({ storage, metrics }),
      ...opening,
      ...createMonitorActivities({ storage, plans, openBatch: opening.openBatch, removeSchedule }),
      ...createBillingActivities({ storage, plans, metrics }),
      ...createNotifyActivities({ deliverDue: createDeliverDue({ storage, fetcher, metrics }) }),
      ...createAccountActivities({
        storage,
        deleteWorkflows: createDeleteWorkflows({
          temporal,
          jobs: storage.jobs,
          monitors: storage.monitors,
          removeSchedule,
        }),
      }),
      ...createMailActivities({
        storage,
        plans,
        post: createPostMail({ url: settings.SMTP_URL, from: settings.MAIL_FROM, log }),
      }),
    },
    // Many, because each is short.
    maxConcurrentWorkflowTaskExecutions: 40,
    maxConcurrentLocalActivityExecutions: 100,
    // Not those of the pages: receivers that hang hold up no page, and pages no webhook.
    maxConcurrentActivityTaskExecutions: settings.WEBHOOK_SLOTS,
  };
};
