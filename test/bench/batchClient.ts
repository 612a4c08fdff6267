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

/** A caller of the batch API. */
export function createBatchClient(api: string, key: string) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const urlOf = (id: string, query = '') => `${api}/v1/batch/scrape/${id}${query}`;
  return {
    headers,
    urlOf,
    /** Returns the job's id. */
    async create(urls: readonly string[], options: object = {}): Promise<string> {
      const body = JSON.stringify({ urls, ...options });
      const answer = await fetch(`${api}/v1/batch/scrape`, { method: 'POST', headers, body });
      return ((await answer.json()) as Job).id;
    },
    /** Polls with a single result until the job has ended, and fails if it has not completed. */
    async waitForEnd(id: string, { pollIntervalMs = 50, onPoll }: WaitOptions = {}): Promise<Job> {
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
