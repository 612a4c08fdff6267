import { fileURLToPath } from 'node:url';
import { type NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import { createBatchActivities, createChunkActivities } from '../activities/batches/activities.ts';
import { createOpenActivities } from '../activities/batches/open.ts';
import { createPoliteness } from '../activities/batches/politeness.ts';
import { createReadPages } from '../activities/batches/readPages.ts';
import { createSettler } from '../activities/batches/settler.ts';
import { createBillingActivities } from '../activities/billing/activities.ts';
import { createFetcher } from '../activities/egress/fetch.ts';
import { createNotifyActivities } from '../activities/notify/activities.ts';
import { createMailActivities, createPostMail } from '../activities/notify/mail.ts';
import { createDeliverDue } from '../activities/notify/webhooks.ts';
import { createPageActivities } from '../activities/pages/activities.ts';
import { convertPage } from '../activities/pages/convert.ts';
import { createReadPage, type ReadPage } from '../activities/pages/read.ts';
import type { Logger } from '../contracts/log.ts';
import { readPlans } from '../contracts/plans.ts';
import type { Queue } from '../contracts/queues.ts';
import type { Settings } from '../contracts/settings.ts';
import type { Storage } from '../storage/mongo.ts';
import { activityInterceptor } from './interceptor.ts';
import { slots } from './slots.ts';

/** For development; a prebuilt bundle saves each worker the seconds that bundling takes. */
const workflowsPath = fileURLToPath(new URL('../workflows/index.ts', import.meta.url));

interface Wiring {
  settings: Settings;
  storage: Storage;
  log: Logger;
  connection: NativeConnection;
  queues: readonly Queue[];
}

/** One Temporal worker a queue, each with the activities that belong there and what those need. */
export async function createWorkers({ settings, storage, log, connection, queues }: Wiring) {
  const closers: (() => Promise<void>)[] = [];

  const plans = readPlans(settings.PLANS_FILE);
  const openFetcher = () => {
    const fetcher = createFetcher({
      rules: { allow: settings.EGRESS_ALLOW, map: settings.EGRESS_MAP },
      userAgent: settings.USER_AGENT,
    });
    closers.push(() => fetcher.close());
    return fetcher;
  };
  const readingActivities = (read: ReadPage) => ({
    ...createPageActivities({ read, pages: storage.pages }),
    ...createChunkActivities(
      createReadPages({
        storage,
        read,
        settle: createSettler(storage.batches),
        politeness: createPoliteness(storage.hosts, {
          perHost: settings.HOST_CONCURRENCY,
          delayMs: settings.HOST_DELAY_MS,
        }),
      }),
    ),
  });

  const roles: Record<Queue, () => Partial<WorkerOptions>> = {
    flow: () => ({
      ...(settings.WORKFLOW_BUNDLE ? { workflowBundle: { codePath: settings.WORKFLOW_BUNDLE } } : { workflowsPath }),
      activities: {
        ...createBatchActivities({ storage }),
        ...createOpenActivities({ storage, plans }),
        ...createBillingActivities({ storage, plans }),
        ...createMailActivities({
          storage,
          plans,
          post: createPostMail({ url: settings.SMTP_URL, from: settings.MAIL_FROM, log }),
        }),
      },
    }),
    fetch: () => {
      const fetcher = openFetcher();
      const converter = { convert: convertPage, close: async () => {} };
      closers.push(() => converter.close());
      return {
        activities: {
          ...readingActivities(createReadPage({ fetcher, converter })),
          ...createNotifyActivities({ deliverDue: createDeliverDue({ storage, fetcher }) }),
        },
      };
    },
    browser: () => ({}),
    image: () => ({}),
    model: () => ({}),
  };

  const workers = await Promise.all(
    queues.map((queue) =>
      Worker.create({
        connection,
        namespace: settings.TEMPORAL_NAMESPACE,
        taskQueue: queue,
        shutdownGraceTime: settings.SHUTDOWN_GRACE_MS,
        shutdownForceTime: settings.SHUTDOWN_GRACE_MS + 5_000,
        // How long a workflow waits for the worker that knows it before any other may go on with it.
        stickyQueueScheduleToStartTimeout: '5 seconds',
        interceptors: { activity: [activityInterceptor(log)] },
        ...slots[queue],
        ...roles[queue](),
      }),
    ),
  );
  return { workers, close: () => Promise.all(closers.map((close) => close())) };
}
