import { Client, Connection } from '@temporalio/client';
import { MongoClient } from 'mongodb';
import { makeKey } from '../../contracts/accounts/keys.ts';
import { readSettings } from '../../runtime/settings.ts';
import { openStorage } from '../../storage/storage.ts';
import { type Process, startProcess } from '../support/processes.ts';
import type { Row } from './row.ts';
import { benchKeys, beside, median, withStack } from './stack.ts';

interface Job {
  id: string;
  status: string;
  completed: number;
}

/** Pages at a time of one fetch worker here: few, so that two cores have enough to do for four of them. */
const slots = 2;
/** Divides evenly among one, two and four workers. */
const pagesToShare = 1_600;
const largest = Number(process.env['SCALE_PAGES'] ?? 100_000);

/** Whether more workers help, more pages cost more, and a small job has to wait for a large one. */
export async function scale(): Promise<Row[]> {
  const { said: site, stop } = await beside('./processes/slowSite.ts');
  const map = ['one.example', 'other.example'].map((host) => `${host}=http://${site}`).join();
  const settings = { EGRESS_MAP: map, HOST_CONCURRENCY: '1000' };
  try {
    return [
      ...(await withStack({ ...settings, FETCH_SLOTS: String(slots) }, moreWorkers)),
      ...(await withStack(settings, async (stack) => [...(await morePages(stack)), ...(await besideALargeJob(stack))])),
    ];
  } finally {
    stop();
  }
}

interface Stack {
  api: string;
  env: Record<string, string>;
}

async function moreWorkers({ api, env }: Stack): Promise<Row[]> {
  const caller = callerOf(api, benchKeys.secret);
  const seconds: number[] = [];
  const added: Process[] = [];
  try {
    for (const workers of [1, 2, 4]) {
      while (added.length < workers - 1)
        added.push(await startProcess(['workers/main.ts', '--queues', 'fetch'], { ...process.env, ...env }));
      // A worker's first pages are its slowest; each number of workers begins warm.
      await caller.finish(await caller.create('one.example', `warm${workers}`, 100 * workers));
      seconds.push(await caller.finish(await caller.create('one.example', `w${workers}`, pagesToShare, 400)));
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

async function morePages({ api, env }: Stack): Promise<Row[]> {
  const caller = callerOf(api, benchKeys.secret);
  const mongo = new MongoClient(env['MONGODB_URI'] ?? '');
  const connection = await Connection.connect({ address: env['TEMPORAL_ADDRESS'] ?? '' });
  const temporal = new Client({ connection });
  const stored = async () => Number((await mongo.db().stats())['dataSize']);
  async function events(id: string) {
    let sum = 0;
    for await (const { historyLength } of temporal.workflow.list({ query: `WorkflowId = 'batch-${id}-0'` }))
      sum += historyLength;
    return sum;
  }
  async function measure(pages: number) {
    const before = await stored();
    const id = await caller.create('one.example', `p${pages}`, pages);
    const ms = (await caller.finish(id)) * 1_000;
    return { id, ms: ms / pages, bytes: ((await stored()) - before) / pages, events: (await events(id)) / pages };
  }
  try {
    await measure(100);
    const small = [await measure(100), await measure(100), await measure(100)];
    const of = (what: 'ms' | 'bytes' | 'events') => median(small.map((each) => each[what]));
    const large = await measure(largest);
    const polls: number[] = [];
    for (const offset of [0, 0.25, 0.5, 0.75, 1].map((share) => Math.max(0, Math.floor(share * largest) - 100))) {
      for (let time = 0; time < 5; time += 1) polls.push(await caller.poll(large.id, offset));
    }
    const wide = `${largest.toLocaleString('en')} pages against 100`;
    return [
      atMost(`time of a page, ${wide}`, large.ms / of('ms'), 1.2),
      atMost(`MongoDB bytes of a page, ${wide}`, large.bytes / of('bytes'), 1.2),
      atMost(`workflow events of a page, ${wide}`, large.events / of('events'), 1.2),
      {
        what: `status poll with 100 items of a job of ${largest.toLocaleString('en')}, median over all offsets`,
        measured: `${median(polls).toFixed(0)} ms`,
        target: '< 50 ms',
        reached: median(polls) < 50,
      },
    ];
  } finally {
    await mongo.close();
    await connection.close();
  }
}

async function besideALargeJob({ api, env }: Stack): Promise<Row[]> {
  const storage = openStorage(readSettings(env));
  const other = makeKey('secret');
  const account = await storage.accounts.create({ email: 'other@example.com', plan: 'unlimited' });
  await storage.keys.save({ key: other, kind: 'secret', account: account?._id ?? '', name: 'bench' });
  await storage.close();
  const large = callerOf(api, benchKeys.secret);
  const small = callerOf(api, other);
  async function fivePages(name: string) {
    const times: number[] = [];
    for (let time = 0; time < 7; time += 1)
      times.push(await small.finish(await small.create('other.example', `${name}${time}`, 5, 100)));
    return median(times);
  }
  await fivePages('warm');
  const alone = await fivePages('alone');
  const id = await large.create('one.example', 'large', 10_000, 100);
  const crowded = await fivePages('beside');
  await large.cancel(id);
  return [atMost('a job of 5 pages beside one of 10,000, against alone', crowded / alone, 3)];
}

function callerOf(api: string, key: string) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const at = (id: string, query = '') => `${api}/v1/batch/scrape/${id}${query}`;
  return {
    async create(host: string, name: string, pages: number, ms = 0): Promise<string> {
      const urls = Array.from({ length: pages }, (_, number) => `http://${host}/slow/${ms}/${name}/${number}`);
      const answer = await fetch(`${api}/v1/batch/scrape`, { method: 'POST', headers, body: JSON.stringify({ urls }) });
      return ((await answer.json()) as Job).id;
    },
    /** Gives the seconds that it took from here on. */
    async finish(id: string): Promise<number> {
      const started = performance.now();
      for (;;) {
        const job = (await (await fetch(at(id, '?limit=1'), { headers })).json()) as Job;
        if (job.status === 'completed') return (performance.now() - started) / 1_000;
        if (job.status !== 'scraping') throw new Error(`the job is ${job.status}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async poll(id: string, offset: number): Promise<number> {
      const started = performance.now();
      await (await fetch(at(id, `?offset=${offset}&limit=100`), { headers })).arrayBuffer();
      return performance.now() - started;
    },
    cancel: (id: string) => fetch(at(id), { method: 'DELETE', headers }),
  };
}

function atLeast(what: string, value: number, least: number): Row {
  return {
    what,
    measured: value.toFixed(2),
    target: `≥ ${least}`,
    reached: value >= least,
  };
}

function atMost(what: string, value: number, most: number): Row {
  return {
    what,
    measured: value.toFixed(2),
    target: `≤ ${most}`,
    reached: value <= most,
  };
}
