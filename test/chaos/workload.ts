/** Clients that keep working while faults are injected, and record what the service answered. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { newUser } from '../support/accounts.ts';
import type { Job } from '../support/batches.ts';
import { type Answer, call } from '../support/client.ts';
import { site } from '../support/fixtureSite.ts';
import { fetchImage } from '../support/imageClient.ts';
import { openStackStorage } from '../support/storage.ts';
import { startWebhookReceiver } from './webhookReceiver.ts';

export interface Batch {
  id: string;
  urls: string[];
  hasWebhook: boolean;
}

export function isFailingUrl(url: string) {
  return url.includes('/status?code=500');
}

/** A mix of static, slow, large, script-built and failing pages. */
export function mixedUrls(count: number, name: string = randomUUID()) {
  return Array.from({ length: count }, (_, at) => {
    if (at % 10 === 9) return site(`/status?code=500&of=${name}&at=${at}`);
    if (at % 50 === 0) return site(`/script?of=${name}&at=${at}`);
    if (at % 100 === 1) return site(`/large?kb=1500&of=${name}&at=${at}`);
    return site(at % 2 === 0 ? `/slow?ms=150&of=${name}&at=${at}` : `/static/${name}/${at}`);
  });
}

/** Repeats a request while the service answers 503 or cannot be reached, as a well-written client does. */
export async function retryWhileUnavailable<T>(send: () => Promise<Answer<T>>): Promise<Answer<T>> {
  for (;;) {
    const answer = await send().catch(() => undefined);
    if (answer && answer.status !== 503) return answer;
    await sleep(250);
  }
}

/**
 * Small batches that run beside a test's own. More of them than a busy machine can finish would only pile up, and the
 * test would wait behind them.
 */
const maxOpenBatches = 5;

export type Workload = Awaited<ReturnType<typeof startWorkload>>;

export async function startWorkload() {
  const { id: account, secretKey: key, publishableKey: token } = await newUser('unlimited');
  const storage = openStackStorage();
  const receiver = await startWebhookReceiver();
  const batches: Batch[] = [];
  const unexpectedAnswers: string[] = [];
  const imageRequests = { sent: 0, answered: 0 };
  let isRunning = true;

  async function createBatch(urls: string[], hasWebhook = true): Promise<Batch> {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { urls, ...(hasWebhook && { webhook: `${receiver.address}/` }) };
    const answer = await retryWhileUnavailable(() => call<{ id: string }>('/v1/batch/scrape', { body, key, headers }));
    if (answer.status !== 200) throw new Error(`creating a batch gave ${answer.status} ${JSON.stringify(answer.body)}`);
    const batch = { id: answer.body.id, urls, hasWebhook };
    batches.push(batch);
    return batch;
  }

  async function poll(id: string): Promise<Job> {
    const { status, body } = await retryWhileUnavailable(() => call<Job>(`/v1/batch/scrape/${id}?limit=1`, { key }));
    if (status !== 200) throw new Error(`polling gave ${status} ${JSON.stringify(body)}`);
    return body;
  }

  async function createAndPoll() {
    let open: string[] = [];
    while (isRunning) {
      try {
        if (open.length < maxOpenBatches) open.push((await createBatch(mixedUrls(5), false)).id);
        const jobs = await Promise.all(open.map(poll));
        open = open.filter((_, at) => jobs[at]?.status === 'scraping');
      } catch (error) {
        unexpectedAnswers.push(String(error));
      }
      await sleep(500);
    }
  }

  async function loadImages(number: number) {
    for (let size = 16; isRunning; size = size > 200 ? 16 : size + 1) {
      const domain = size % 4 === 0 ? 'github.com' : `icons${number}.lighthouse.com`;
      imageRequests.sent += 1;
      const status = await fetchImage(`${domain}?size=${size}`, { token }).then(
        (answer) => answer.status,
        () => undefined,
      );
      if (status === 200) imageRequests.answered += 1;
      else if (status !== undefined && status !== 503) unexpectedAnswers.push(`an image gave ${status}`);
      await sleep(status === 200 ? 20 : 100);
    }
  }

  const loops = [createAndPoll(), ...[1, 2, 3].map(loadImages)];
  return {
    account,
    key,
    storage,
    batches,
    deliveries: receiver.deliveries,
    imageRequests,
    unexpectedAnswers,
    createBatch,
    poll,
    async stop() {
      isRunning = false;
      await Promise.all(loops);
    },
    async close() {
      await receiver.close();
      await storage.close();
    },
  };
}
