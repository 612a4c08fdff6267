import { request } from 'undici';
import { egressMap } from '../support/egressMap.ts';
import type { WholeStack } from '../support/wholeStack.ts';
import { type BatchClient, createBatchClient, numberedUrls } from './batchClient.ts';
import { compareWithPeers, peerSettings } from './batchPeers.ts';
import { forkScript } from './childProcess.ts';
import { median } from './median.ts';
import { residentMb } from './memory.ts';
import { providePeers } from './peers.ts';
import { atMost, below, type Row } from './row.ts';
import { benchKeys, withStack } from './stack.ts';
import { msOf, secondsOf } from './timing.ts';

/** Batches through the whole pipeline, beside other programs, and what a large one costs. */
export async function batch(): Promise<Row[]> {
  const peers = await providePeers();
  const site = await forkScript('articleSite');
  try {
    return await withStack(
      { ...peerSettings, EGRESS_MAP: egressMap(['site.example'], site.message) },
      async (stack) => [
        ...(await compareWithPeers(stack, peers, site.message)),
        ...(await measure(stack, site.message)),
      ],
      // As `npm start` runs the workers.
      { workers: [['flow', 'fetch', 'image', 'model']] },
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
  const small = [await readBatch('s1', 100), await readBatch('s2', 100), await readBatch('s3', 100)];
  const large = await readBatch('ten-thousand', 10_000);
  const gzipPollMs = await medianPollMs(client, large.id, 'gzip');
  const plainPollMs = await medianPollMs(client, large.id, 'identity');
  const maxWorkerMb = Math.max(...workerPids.map((pid) => residentMb(pid ?? 0)));
  let hugeId = '';
  const creationSeconds = await secondsOf(async () => {
    // By name, as sites usually are: each takes a check of its own.
    hugeId = await client.create(numberedUrls('http://site.example/hundred-thousand', 100_000));
  });
  await client.cancel(hugeId);

  return [
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
