import type { WholeStack } from '../support/wholeStack.ts';
import { createBatchClient, numberedUrls } from './batchClient.ts';
import { crawleeName, readBarely, readWithCrawlee } from './peerReading.ts';
import { against, figure, type Program, type Row } from './row.ts';
import { sizesFrom } from './sizes.ts';
import { benchKeys } from './stack.ts';
import { cpuMsByPart } from './stackCpu.ts';

const concurrency = 16;
const threads = 2;
const rounds = 3;
/** As many as each of the others reads at its start: what has waited for them is slow at first. */
const warmUpPages = 100;
/** So that the comparison fits into an hour, whatever BATCH_PAGES asks for. */
const maxPagesInRounds = 10_000;

export const peerSettings = { HOST_CONCURRENCY: String(concurrency), CONVERTER_THREADS: String(threads) };

/** Static pages: through the whole pipeline, by Crawlee, and by a bare process that stores nothing, in turn. */
export async function compareWithPeers(stack: WholeStack, peers: string, site: string): Promise<Row[]> {
  await readBatch(stack, `${site}/warm`, 300);
  const rows: Row[] = [];
  for (const pages of sizesFrom('BATCH_PAGES', [1_000, 10_000])) {
    const samples: Record<'ours' | 'disk' | 'memory' | 'bare', number[]> = { ours: [], disk: [], memory: [], bare: [] };
    const times = pages > maxPagesInRounds ? 1 : rounds;
    const crawlee = { peers, work: 'list', site, pages, concurrency } as const;
    for (let round = 0; round < times; round += 1) {
      await readBatch(stack, `${site}/${pages}/warm${round}`, warmUpPages);
      samples.ours.push(await readBatch(stack, `${site}/${pages}/round${round}`, pages));
      samples.bare.push(await readBarely({ site, pages, concurrency, threads }));
      samples.disk.push(await readWithCrawlee({ ...crawlee, where: 'disk' }));
      samples.memory.push(await readWithCrawlee({ ...crawlee, where: 'memory' }));
    }
    const ours: Program = { name: 'sightread', samples: samples.ours };
    const what = `${pages.toLocaleString('en')} pages`;
    rows.push(
      against(what, 'pages/s', [ours, { name: `${crawleeName} on disk`, samples: samples.disk }], { min: 2.6 }),
      against(what, 'pages/s', [ours, { name: `${crawleeName} in memory`, samples: samples.memory }], { min: 1.8 }),
      against(what, 'pages/s', [ours, { name: 'a bare process', samples: samples.bare }], { min: 0.85 }),
    );
  }
  return [...rows, await costByPart(stack, site)];
}

/** It feeds the sizing table, so there is no target. */
async function costByPart(stack: WholeStack, site: string): Promise<Row> {
  const pages = 2_000;
  const parts = await cpuMsByPart(stack, () => readBatch(stack, `${site}/cost`, pages));
  const texts = parts.map(({ name, ms }) => `${name} ${(ms / pages).toFixed(2)}`);
  return figure(`CPU of a page of 34 KB, by process`, `${texts.join(', ')} ms`);
}

/** Pages per second, from the call to the end of the job. */
async function readBatch({ api }: WholeStack, address: string, pages: number): Promise<number> {
  const client = createBatchClient(api, benchKeys.secret);
  const started = performance.now();
  const { completed } = await client.waitForEnd(await client.create(numberedUrls(address, pages)));
  if (completed !== pages) throw new Error(`${completed} of ${pages} pages were read`);
  return pages / ((performance.now() - started) / 1_000);
}
