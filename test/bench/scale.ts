import { Client, Connection } from '@temporalio/client';
import { MongoClient } from 'mongodb';
import { makeKey } from '../../contracts/accounts/keys.ts';
import { openKeyring } from '../../runtime/secrets/openKeyring.ts';
import { readSettings } from '../../runtime/settings.ts';
import { dataConverterWith } from '../../runtime/temporal/dataConverter.ts';
import { openStorage } from '../../storage/storage.ts';
import { egressMap } from '../support/egressMap.ts';
import { type Process, startWorker } from '../support/processes.ts';
import type { WholeStack } from '../support/wholeStack.ts';
import { createBatchClient } from './batchClient.ts';
import { forkScript } from './childProcess.ts';
import { median } from './median.ts';
import { atLeast, atMost, below, type Row } from './row.ts';
import { benchKeys, withStack } from './stack.ts';
import { msOf, secondsOf } from './timing.ts';

/** Concurrent pages of one fetch worker. Few, so that two cores have enough work for four workers. */
const slots = 2;
/** Divides evenly among one, two and four workers. */
const sharedPages = 1_600;
const maxPages = Number(process.env['SCALE_PAGES'] ?? 100_000);

/** Whether more workers help, whether a page costs more in a larger job, and whether a small job waits for a large one. */
export async function scale(): Promise<Row[]> {
  const { message: site, stop } = await forkScript('slowSite');
  const settings = { EGRESS_MAP: egressMap(['one.example', 'other.example'], site), HOST_CONCURRENCY: '1000' };
  try {
    return [
      ...(await withStack({ ...settings, FETCH_SLOTS: String(slots) }, measureWorkers)),
      ...(await withStack(settings, async (stack) => [
        ...(await measureJobSizes(stack)),
        ...(await measureFairness(stack)),
      ])),
    ];
  } finally {
    stop();
  }
}

async function measureWorkers({ api, env }: WholeStack): Promise<Row[]> {
  const client = createSlowClient(api, benchKeys.secret);
  const seconds: number[] = [];
  const added: Process[] = [];
  try {
    for (const workers of [1, 2, 4]) {
      while (added.length < workers - 1) added.push(await startWorker(['fetch'], { ...process.env, ...env }));
      // A worker's first pages are its slowest, so each number of workers begins with a warm-up.
      await client.finish(await client.create('one.example', `warm${workers}`, 100 * workers));
      seconds.push(await client.finish(await client.create('one.example', `w${workers}`, sharedPages, 400)));
    }
  } finally {
    await Promise.all(added.map((process) => process.stop()));
  }
  const [one = 0, two = 0, four = 0] = seconds;
  return [
    atLeast('two fetch workers against one', one / two, 1.8),
    atLeast('four fetch workers against one', one / four, 3.3),
  ];
}

async function measureJobSizes({ api, env }: WholeStack): Promise<Row[]> {
  const client = createSlowClient(api, benchKeys.secret);
  const mongo = new MongoClient(env['MONGODB_URI'] ?? '');
  const connection = await Connection.connect({ address: env['TEMPORAL_ADDRESS'] ?? '' });
  const dataConverter = dataConverterWith(openKeyring(readSettings(env)));
  const temporal = new Client({ connection, dataConverter });
  const storedBytes = async () => Number((await mongo.db().stats())['dataSize']);
  async function eventsOf(id: string) {
    let sum = 0;
    for await (const { historyLength } of temporal.workflow.list({ query: `WorkflowId = 'batch-${id}-0'` }))
      sum += historyLength;
    return sum;
  }
  async function costPerPage(pages: number) {
    const before = await storedBytes();
    const id = await client.create('one.example', `p${pages}`, pages);
    const ms = (await client.finish(id)) * 1_000;
    return {
      id,
      ms: ms / pages,
      bytes: ((await storedBytes()) - before) / pages,
      events: (await eventsOf(id)) / pages,
    };
  }
  try {
    await costPerPage(100);
    const small = [await costPerPage(100), await costPerPage(100), await costPerPage(100)];
    const smallMedian = (cost: 'ms' | 'bytes' | 'events') => median(small.map((each) => each[cost]));
    const large = await costPerPage(maxPages);
    const polls: number[] = [];
    for (const offset of [0, 0.25, 0.5, 0.75, 1].map((share) => Math.max(0, Math.floor(share * maxPages) - 100))) {
      for (let time = 0; time < 5; time += 1) polls.push(await client.pollMs(large.id, offset));
    }
    const pages = maxPages.toLocaleString('en');
    const sizes = `${pages} pages against 100`;
    const pollName = `status poll with 100 items of a job of ${pages}, median over all offsets`;
    return [
      atMost(`time of a page, ${sizes}`, large.ms / smallMedian('ms'), 1.2),
      atMost(`MongoDB bytes of a page, ${sizes}`, large.bytes / smallMedian('bytes'), 1.2),
      atMost(`workflow events of a page, ${sizes}`, large.events / smallMedian('events'), 1.2),
      below(pollName, median(polls), 50, { digits: 0, unit: ' ms' }),
    ];
  } finally {
    await mongo.close();
    await connection.close();
  }
}

async function measureFairness({ api, env }: WholeStack): Promise<Row[]> {
  const storage = openStorage(readSettings(env));
  const otherKey = makeKey('secret');
  const account = await storage.accounts.create({ email: 'other@example.com', plan: 'unlimited' });
  await storage.keys.save({ key: otherKey, kind: 'secret', account: account?._id ?? '', name: 'bench' });
  await storage.close();
  const large = createSlowClient(api, benchKeys.secret);
  const small = createSlowClient(api, otherKey);
  async function smallJobSeconds(name: string) {
    const times: number[] = [];
    for (let time = 0; time < 7; time += 1)
      times.push(await small.finish(await small.create('other.example', `${name}${time}`, 5, 100)));
    return median(times);
  }
  await smallJobSeconds('warm');
  const alone = await smallJobSeconds('alone');
  const id = await large.create('one.example', 'large', 10_000, 100);
  const crowded = await smallJobSeconds('beside');
  await large.cancel(id);
  return [atMost('a job of 5 pages beside one of 10,000, against alone', crowded / alone, 3)];
}

/** A caller whose pages take as long as it says. */
function createSlowClient(api: string, key: string) {
  const client = createBatchClient(api, key);
  return {
    create(host: string, name: string, pages: number, ms = 0): Promise<string> {
      return client.create(Array.from({ length: pages }, (_, number) => `http://${host}/slow/${ms}/${name}/${number}`));
    },
    /** Returns the seconds from the call to the end of the job. */
    finish: (id: string) => secondsOf(() => client.waitForEnd(id)),
    pollMs(id: string, offset: number): Promise<number> {
      const { headers, urlOf } = client;
      return msOf(async () => (await fetch(urlOf(id, `?offset=${offset}&limit=100`), { headers })).arrayBuffer());
    },
    cancel: client.cancel,
  };
}
