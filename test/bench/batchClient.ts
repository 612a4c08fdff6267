import { setTimeout as sleep } from 'node:timers/promises';

export interface Job {
  id: string;
  status: string;
  completed: number;
  total: number;
}

interface WaitOptions {
  pollIntervalMs?: number;
  /** Called after each poll while the job is running. */
  onPoll?: () => Promise<void>;
}

export type BatchClient = ReturnType<typeof createBatchClient>;

/** A caller of the batch API, or of the crawl API. */
export function createBatchClient(api: string, key: string, path: 'batch/scrape' | 'crawl' = 'batch/scrape') {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const urlOf = (id: string, query = '') => `${api}/v1/${path}/${id}${query}`;
  async function start(request: object): Promise<string> {
    const answer = await fetch(`${api}/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(request) });
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as Job).id;
  }
  return {
    headers,
    urlOf,
    /** Returns the job's id. */
    start,
    create: (urls: readonly string[], options: object = {}) => start({ urls, ...options }),
    /** Polls with a single result until the job has ended, and fails if it has not completed. */
    async waitForEnd(id: string, { pollIntervalMs = 200, onPoll }: WaitOptions = {}): Promise<Job> {
      for (;;) {
        const job = (await (await fetch(urlOf(id, '?limit=1'), { headers })).json()) as Job;
        if (job.status === 'completed') return job;
        if (job.status !== 'scraping') throw new Error(`the job is ${job.status}`);
        await onPoll?.();
        await sleep(pollIntervalMs);
      }
    },
    cancel: (id: string) => fetch(urlOf(id), { method: 'DELETE', headers }),
  };
}

/** `count` URLs below an address. */
export function numberedUrls(address: string, count: number): string[] {
  return Array.from({ length: count }, (_, number) => `${address}/${number}`);
}
