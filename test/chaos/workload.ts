/** Callers that go on while things break, and remember what they were told. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { makeKey } from '../../contracts/accounts/keys.ts';
import { newAccount } from '../support/accounts.ts';
import type { Job } from '../support/batches.ts';
import { type Answer, call } from '../support/client.ts';
import { site } from '../support/fixtureSite.ts';
import { fetchImage } from '../support/imageClient.ts';
import { openStackStorage } from '../support/storage.ts';

export interface Batch {
  id: string;
  urls: string[];
}

interface Delivery {
  /** The event's stable id. */
  id: string;
  job: string;
  type: string;
  url: string | undefined;
}

export function isFailingUrl(url: string) {
  return url.includes('/status?code=500');
}

/** Static, slow, large, made by scripts, and not there at all. */
export function mixedUrls(count: number, name: string = randomUUID()) {
  return Array.from({ length: count }, (_, at) => {
    if (at % 10 === 9) return site(`/status?code=500&of=${name}&at=${at}`);
    if (at % 50 === 0) return site(`/script?of=${name}&at=${at}`);
    if (at % 100 === 1) return site(`/large?kb=1500&of=${name}&at=${at}`);
    return site(at % 2 === 0 ? `/slow?ms=150&of=${name}&at=${at}` : `/static/${name}/${at}`);
  });
}

/** As a good client does it: asks again where the service says "later" or is not there, and says when it has asked. */
export async function retryWhileUnavailable<T>(send: () => Promise<Answer<T>>): Promise<Answer<T>> {
  for (;;) {
    const answer = await send().catch(() => undefined);
    if (answer && answer.status !== 503) return answer;
    await wait(250);
  }
}

export async function startWorkload() {
  const { account, key } = await newAccount();
  const token = makeKey('publishable');
  const storage = openStackStorage();
  await storage.keys.save({ key: token, kind: 'publishable', account, name: 'test' });
  const deliveries: Delivery[] = [];
  const receiver = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { id: job, type, data } = JSON.parse(text);
    deliveries.push({ id: String(request.headers['x-sightread-event']), job, type, url: data?.[0]?.url });
    response.end();
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;

  const batches: Batch[] = [];
  const unexpectedAnswers: string[] = [];
  const imageRequests = { sent: 0, answered: 0 };
  let isRunning = true;

  async function createBatch(urls: string[], webhook = true): Promise<Batch> {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { urls, ...(webhook && { webhook: hook }) };
    const answer = await retryWhileUnavailable(() => call<{ id: string }>('/v1/batch/scrape', { body, key, headers }));
    if (answer.status !== 200) throw new Error(`creating a batch gave ${answer.status} ${JSON.stringify(answer.body)}`);
    const batch = { id: answer.body.id, urls };
    batches.push(batch);
    return batch;
  }

  async function poll(id: string): Promise<Job> {
    const { status, body } = await retryWhileUnavailable(() => call<Job>(`/v1/batch/scrape/${id}?limit=1`, { key }));
    if (status !== 200) throw new Error(`polling gave ${status} ${JSON.stringify(body)}`);
    return body;
  }

  async function createAndPoll() {
    while (isRunning) {
      await createBatch(mixedUrls(5), false)
        .then(({ id }) => poll(id))
        .catch((error: Error) => unexpectedAnswers.push(error.message));
      await wait(500);
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
      await wait(status === 200 ? 20 : 100);
    }
  }

  const loops = [createAndPoll(), ...[1, 2, 3].map(loadImages)];
  return {
    account,
    key,
    storage,
    batches,
    deliveries,
    pictures: imageRequests,
    surprises: unexpectedAnswers,
    createBatch,
    poll,
    async stop() {
      isRunning = false;
      await Promise.all(loops);
    },
    async close() {
      receiver.close();
      await storage.close();
    },
  };
}

export type Workload = Awaited<ReturnType<typeof startWorkload>>;
