import { Client, Connection } from '@temporalio/client';
import { MongoClient } from 'mongodb';
import { openKeyring } from '../../../runtime/secrets/openKeyring.ts';
import { readSettings } from '../../../runtime/settings.ts';
import { dataConverterWith } from '../../../runtime/temporal/dataConverter.ts';
import type { WholeStack } from '../../support/wholeStack.ts';
import { median } from '../median.ts';
import { residentMb } from '../memory.ts';
import { atMost, below, type Point, type Row } from '../row.ts';
import { sizesFrom } from '../sizes.ts';
import { benchKeys } from '../stack.ts';
import { createSlowClient } from './slowClient.ts';

/** In pages. All are compared with the smallest. */
const sizes = sizesFrom('SCALE_PAGES', [100, 1_000, 10_000, 100_000]);
/** A job of this size ends within a second, so one alone would say little. */
const smallPages = 1_000;
const smallRounds = 3;

interface Cost {
  id: string;
  pagesPerSecond: number;
  /** Of MongoDB, for each page. */
  bytes: number;
  /** Of all runs of the workflow, for each page. */
  events: number;
  /** Of one run. */
  longestRun: number;
  /** The largest worker, the most that was seen. */
  memoryMb: number;
}

/** What a page costs in jobs of every size. */
export async function measureJobSizes({ api, env, workerPids }: WholeStack): Promise<Row[]> {
  const client = createSlowClient(api, benchKeys.secret);
  const mongo = new MongoClient(env['MONGODB_URI'] ?? '');
  const connection = await Connection.connect({ address: env['TEMPORAL_ADDRESS'] ?? '' });
  const temporal = new Client({ connection, dataConverter: dataConverterWith(openKeyring(readSettings(env))) });
  const storedBytes = async () => Number((await mongo.db().stats())['dataSize']);
  async function runLengths(id: string) {
    const lengths: number[] = [];
    for await (const { historyLength } of temporal.workflow.list({ query: `WorkflowId = 'batch-${id}-0'` }))
      lengths.push(historyLength);
    return lengths;
  }
  let jobs = 0;
  async function costOf(pages: number): Promise<Cost> {
    jobs += 1;
    const before = await storedBytes();
    let memoryMb = 0;
    const id = await client.create('one.example', `job${jobs}`, pages);
    const seconds = await client.finish(id, async () => {
      memoryMb = Math.max(memoryMb, ...workerPids.map((pid) => residentMb(pid ?? 0)));
    });
    const runs = await runLengths(id);
    return {
      id,
      pagesPerSecond: pages / seconds,
      bytes: ((await storedBytes()) - before) / pages,
      events: runs.reduce((sum, length) => sum + length, 0) / pages,
      longestRun: Math.max(...runs),
      memoryMb,
    };
  }

  try {
    // A worker's first pages are its slowest.
    await costOf(smallPages);
    const costs: { pages: number; cost: Cost }[] = [];
    for (const pages of sizes) {
      const taken: Cost[] = [];
      for (let round = 0; round < (pages <= smallPages ? smallRounds : 1); round += 1) taken.push(await costOf(pages));
      costs.push({ pages, cost: medianCost(taken) });
    }
    const last = costs.at(-1);
    const polls: number[] = [];
    for (const share of [0, 0.25, 0.5, 0.75, 1]) {
      const offset = Math.max(0, Math.floor(share * (last?.pages ?? 0)) - 100);
      for (let time = 0; time < 5; time += 1) polls.push(await client.pollMs(last?.cost.id ?? '', offset));
    }
    const pollName = `status poll with 100 items of a job of ${shown(last?.pages)}, median over all offsets`;
    return [...growthRows(costs), below(pollName, median(polls), 50, { digits: 0, unit: ' ms' })];
  } finally {
    await mongo.close();
    await connection.close();
  }
}

function medianCost(costs: readonly Cost[]): Cost {
  const of = (pick: (cost: Cost) => number) => median(costs.map(pick));
  return {
    id: costs.at(-1)?.id ?? '',
    pagesPerSecond: of((cost) => cost.pagesPerSecond),
    bytes: of((cost) => cost.bytes),
    events: of((cost) => cost.events),
    longestRun: of((cost) => cost.longestRun),
    memoryMb: of((cost) => cost.memoryMb),
  };
}

function growthRows(costs: readonly { pages: number; cost: Cost }[]): Row[] {
  const growthOf = (title: string, unit: string, pick: (cost: Cost) => number) => {
    const points: Point[] = costs.map(({ pages, cost }) => ({ x: pages, y: pick(cost) }));
    return { title, by: 'pages of the job', unit, points };
  };
  /** The largest job against the smallest. */
  const ratio = (pick: (cost: Cost) => number) => {
    const [first, last] = [costs.at(0), costs.at(-1)];
    return first && last ? pick(last.cost) / pick(first.cost) : Number.NaN;
  };
  const compared = `${shown(costs.at(-1)?.pages)} pages against ${shown(costs.at(0)?.pages)}`;
  const longest = Math.max(...costs.map(({ cost }) => cost.longestRun));
  return [
    {
      ...atMost(`time of a page, ${compared}`, 1 / ratio((cost) => cost.pagesPerSecond), 1.2),
      growth: growthOf('Pages a second by the size of the job', 'pages/s', (cost) => cost.pagesPerSecond),
    },
    {
      ...atMost(
        `MongoDB bytes of a page, ${compared}`,
        ratio((cost) => cost.bytes),
        1.2,
      ),
      growth: growthOf('Stored bytes of a page by the size of the job', 'bytes', (cost) => cost.bytes),
    },
    {
      ...atMost(
        `workflow events of a page, ${compared}`,
        ratio((cost) => cost.events),
        1.2,
      ),
      growth: growthOf('Workflow events of a page by the size of the job', 'events', (cost) => cost.events),
    },
    {
      ...below('the longest run of the workflow', longest, 5_000, { digits: 0, unit: ' events' }),
      growth: growthOf('The longest run of the workflow by the size of the job', 'events', (cost) => cost.longestRun),
    },
    {
      ...below('the largest worker, resident', Math.max(...costs.map(({ cost }) => cost.memoryMb)), 600, {
        digits: 0,
        unit: ' MB',
      }),
      growth: growthOf('Memory of the largest worker by the size of the job', 'MB', (cost) => cost.memoryMb),
    },
  ];
}

function shown(pages = 0): string {
  return pages.toLocaleString('en');
}
