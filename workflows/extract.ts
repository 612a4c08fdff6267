import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { ExtractActivities } from '../activities/extract/activities.ts';
import type { PageActivities } from '../activities/pages/activities.ts';
import { extractPrice } from '../contracts/prices.ts';
import type { ExtractWork } from '../contracts/work/extract.ts';
import { paid } from './paid.ts';
import { modelTimeouts, pageTimeouts } from './timeouts.ts';

const { extractData } = proxyActivities<ExtractActivities>({ taskQueue: 'model', ...modelTimeouts });

/** Reads a page and answers what was asked of it. Page, question and answer stay in storage. */
export async function extract({ browserOnly, ...work }: ExtractWork): Promise<void> {
  const { account, requestId, job, url, options } = work;
  // A question that failed may be asked again under its id: each run reads and pays for itself.
  const { runId } = workflowInfo();
  await paid({ account, requestId, id: runId, operation: 'extract', amount: extractPrice }, async () => {
    const timeouts = pageTimeouts(options.timeout);
    const overHttp = proxyActivities<PageActivities>({ taskQueue: 'fetch', ...timeouts });
    const inBrowser = proxyActivities<PageActivities>({ taskQueue: 'browser', ...timeouts });
    const page = { account, requestId, job: runId, index: 0, url, options };
    const { render: reason } = browserOnly ? { render: 'it was asked for' } : await overHttp.readPage(page);
    if (reason) await inBrowser.readPage({ ...page, reason });
    await extractData({ account, requestId, job, page: runId, url });
  });
}
