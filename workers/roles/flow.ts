import { fileURLToPath } from 'node:url';
import { createBatchActivities } from '../../activities/batches/activities.ts';
import { createOpenActivities } from '../../activities/batches/open.ts';
import { createBillingActivities } from '../../activities/billing/activities.ts';
import { createMailActivities, createPostMail } from '../../activities/notify/mail.ts';
import type { Settings } from '../../contracts/settings.ts';
import { watchLedger } from '../ledgerAge.ts';
import type { Role } from './role.ts';

/** For development; a prebuilt bundle saves each worker the seconds that bundling takes. */
const workflowsPath = fileURLToPath(new URL('../../workflows/index.ts', import.meta.url));

/** The workflows that a worker runs. */
export const workflowCode = ({ WORKFLOW_BUNDLE }: Settings) =>
  WORKFLOW_BUNDLE ? { workflowBundle: { codePath: WORKFLOW_BUNDLE } } : { workflowsPath };

/** Workflows, and the small database steps that they take themselves. */
export const flow: Role = ({ settings, plans, storage, log, metrics, registry }) => {
  watchLedger(registry, storage.ledger, log);
  return {
    ...workflowCode(settings),
    activities: {
      ...createBatchActivities({ storage, metrics }),
      ...createOpenActivities({ storage, plans }),
      ...createBillingActivities({ storage, plans, metrics }),
      ...createMailActivities({
        storage,
        plans,
        post: createPostMail({ url: settings.SMTP_URL, from: settings.MAIL_FROM, log }),
      }),
    },
    // Short and many.
    maxConcurrentWorkflowTaskExecutions: 40,
    maxConcurrentLocalActivityExecutions: 100,
  };
};
