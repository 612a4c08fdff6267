/** Crawls as a caller creates and follows them. */
import { allItems, type Job, waitForJob } from './batches.ts';
import { call } from './client.ts';

export async function createCrawl(body: object, options: { key?: string; headers?: Record<string, string> } = {}) {
  const { status, body: created } = await call<{ id: string; url: string; error?: string }>('/v1/crawl', {
    body,
    ...options,
  });
  if (status !== 200) throw new Error(`${status} ${created.error}`);
  return created;
}

/** A crawl that has ended, with all of its items. */
export async function crawlToEnd(body: object, key?: string): Promise<Job & { id: string }> {
  const { id } = await createCrawl(body, key ? { key } : {});
  const job = await waitForJob(id, 240_000, key);
  return { ...job, id, data: await allItems(id, key) };
}

/** The URLs of a crawl's items, in their order. */
export function urlsOf({ data }: Pick<Job, 'data'>): string[] {
  return data.map(({ url }) => url);
}
