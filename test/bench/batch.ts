import { request } from 'undici';
import type { WholeStack } from '../support/wholeStack.ts';
import { type BatchClient, createBatchClient, numberedUrls } from './batchClient.ts';
import { forkScript } from './childProcess.ts';
import { median } from './median.ts';
import { residentMb } from './memory.ts';
import { atMost, below, type Row, ratioText } from './row.ts';
import { benchKeys, withStack } from './stack.ts';
import { msOf, secondsOf } from './timing.ts';

const concurrency = 16;
const threads = 2;

/** Batches through the whole pipeline, compared with one bare process that only fetches and converts. */
export async function batch(): Promise<Row[]> {
  const site = await forkScript('articleSite');
  try {
    return await withStack({ HOST_CONCURRENCY: String(concurrency), CONVERTER_THREADS: String(threads) }, (stack) =>
      measure(stack, site.message),
    );
  } finally {
    site.stop();
  }
}

async function measure({ api, workerPids }: WholeStack, site: string): Promise<Row[]> {
  const client = createBatchClient(api, benchKeys.secret);
  async function readBatch(name: string, pages: number) {
    const started = performance.now();
    const id = await client.create(numberedUrls(`${site}/${name}`, pages));
    const { completed } = await client.waitForEnd(id, { pollIntervalMs: 200 });
    return { id, rate: completed / ((performance.now() - started) / 1_000) };
  }
  const bareArgs = [site, '1000', String(concurrency), String(threads)];
  const bareRate = async () => (await forkScript<number>('bareBatch', bareArgs)).message;

  await readBatch('warm', 100);
  // The bare process runs before and after, so that other work on the machine affects both alike.
  const bareRates = [await bareRate()];
  const thousand = await readBatch('thousand', 1_000);
  bareRates.push(await bareRate());
  const small = [await readBatch('s1', 100), await readBatch('s2', 100), await readBatch('s3', 100)];
  const large = await readBatch('ten-thousand', 10_000);
  const gzipPollMs = await medianPollMs(client, large.id, 'gzip');
  const plainPollMs = await medianPollMs(client, large.id, 'identity');
  const maxWorkerMb = Math.max(...workerPids.map((pid) => residentMb(pid ?? 0)));
  let hugeId = '';
  const creationSeconds = await secondsOf(async () => {
    hugeId = await client.create(numberedUrls(`${site}/hundred-thousand`, 100_000));
  });
  await client.cancel(hugeId);

  const ratio = thousand.rate / median(bareRates);
  return [
    {
      what: '1,000 pages: pages/s against a bare process',
      measured: ratioText(thousand.rate, median(bareRates), 1),
      target: '≥ 0.6',
      reached: ratio >= 0.6,
    },
    atMost('cost of a page at 10,000 against 100', median(small.map(({ rate }) => rate)) / large.rate, 1.2),
    below('status poll with 100 items of 50 KB, median, by a client that takes gzip', gzipPollMs, 50, inMs),
    atMost('the same by one that does not', plainPollMs, 25, inMs),
    below('creation of 100,000 URLs', creationSeconds, 5, { digits: 1, unit: ' s' }),
    below('largest worker, resident', maxWorkerMb, 600, { digits: 0, unit: ' MB' }),
  ];
}

const inMs = { digits: 0, unit: ' ms' };

async function medianPollMs({ headers, urlOf }: BatchClient, id: string, encoding: string): Promise<number> {
  /** Until the last byte has arrived. Parsing these 6 MB is the caller's time. */
  function pollMs(offset: number) {
    return msOf(async () => {
      const { body } = await request(urlOf(id, `?offset=${offset}&limit=100`), {
        headers: { ...headers, 'accept-encoding': encoding },
      });
      await body.dump({ limit: 64 * 1024 * 1024 });
    });
  }
  for (let time = 0; time < 20; time += 1) await pollMs(100 * time);
  const polls: number[] = [];
  for (const offset of [0, 4_950, 9_900]) {
    for (let time = 0; time < 10; time += 1) polls.push(await pollMs(offset));
  }
  return median(polls);
}
