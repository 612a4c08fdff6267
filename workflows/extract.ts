import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { ExtractActivities } from '../activities/extract/activities.ts';
import { extractPrice } from '../contracts/prices.ts';
import type { ExtractWork } from '../contracts/work/extract.ts';
import { readPage } from './readPage.ts';
import { modelTimeouts } from './timeouts.ts';
import { withCredits } from './withCredits.ts';

const { extractData } = proxyActivities<ExtractActivities>({ taskQueue: 'model', ...modelTimeouts });

/** Reads a page and answers a question about it. Page, question and answer stay in storage. */
export async function extract({ account, requestId, job, url, options, browserOnly }: ExtractWork): Promise<void> {
  // A question that failed may be asked again under the same id: each run reads the page and pays for itself.
  const { runId } = workflowInfo();
  await withCredits({ account, requestId, id: runId, operation: 'extract', amount: extractPrice }, async () => {
    await readPage({ account, requestId, job: runId, index: 0, url, options }, { browserOnly });
    await extractData({ account, requestId, job, page: runId, url });
    return {};
  });
}
