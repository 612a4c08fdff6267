/** Batches as a caller creates and polls them. */
import type { PageItem } from '../../contracts/results/page.ts';
import { call } from './client.ts';
import { defaultTimeoutMs, eventually } from './eventually.ts';

export interface Job {
  success: boolean;
  id: string;
  status: string;
  total: number;
  completed: number;
  failed: number;
  creditsUsed: number;
  expiresAt: string;
  warning?: string;
  next?: string;
  data: {
    url: string;
    markdown?: string;
    actions?: PageItem['actions'];
    html?: string;
    links?: string[];
    warning?: string;
    error?: string;
    metadata: {
      sourceURL: string;
      url?: string;
      statusCode?: number;
      engine?: string;
      depth?: number;
      discoveredFrom?: string;
      duplicateOf?: string;
    };
  }[];
}

export async function createBatch(body: object, options: { key?: string; headers?: Record<string, string> } = {}) {
  const { status, body: created } = await call<{ id: string; url: string; error?: string }>('/v1/batch/scrape', {
    body,
    ...options,
  });
  if (status !== 200) throw new Error(`${status} ${created.error}`);
  return created;
}

export async function getJob(id: string, query = '', key?: string): Promise<Job> {
  return (await call<Job>(`/v1/batch/scrape/${id}${query}`, key ? { key } : {})).body;
}

/** Waits until the job no longer runs, and returns it. */
export async function waitForJob(id: string, timeoutMs = defaultTimeoutMs, key?: string): Promise<Job> {
  await eventually(
    `job ${id} has ended`,
    async () => {
      const { status } = await getJob(id, '?limit=1', key);
      // An error answer has no status.
      return status !== undefined && status !== 'scraping';
    },
    timeoutMs,
  );
  return getJob(id, '', key);
}

/** All items of a job, read page by page. */
export async function allItems(id: string, key?: string): Promise<Job['data']> {
  const items: Job['data'] = [];
  let path: string | undefined = `/v1/batch/scrape/${id}`;
  while (path) {
    const { body }: { body: Job } = await call<Job>(path, key ? { key } : {});
    items.push(...body.data);
    path = body.next && new URL(body.next).pathname + new URL(body.next).search;
  }
  return items;
}
