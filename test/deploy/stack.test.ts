import { readFileSync } from 'node:fs';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type Fixture, type Launched, launch, createFixture, runScript } from './launch.ts';

const timeout = 120_000;
let ground: Fixture;
let stack: Launched;

beforeAll(async () => {
  ground = await createFixture();
  stack = launch(runScript, ['stack'], ground.env);
  await stack.printed('The servers are up');
}, timeout);
afterAll(async () => {
  stack.kill('SIGTERM');
  await stack.ended;
  ground.clear();
}, timeout);

function uri() {
  const found = /export MONGODB_URI='(.+)'/.exec(stack.output())?.[1];
  if (!found) throw new Error('no MONGODB_URI was printed');
  return found;
}

function commandOf(pid: number) {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
}

async function withMongo<T>(work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(uri());
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

function notes(client: MongoClient) {
  return client.db().collection<{ _id: string }>('notes');
}

test('the printed MongoDB address does transactions', { timeout }, () =>
  withMongo(async (client) => {
    await client.withSession((session) =>
      session.withTransaction(() => notes(client).insertOne({ _id: 'kept' }, { session })),
    );
    expect(await notes(client).findOne()).toEqual({ _id: 'kept' });
  }),
);

test('a second start on the same data folder is refused in one sentence', { timeout }, async () => {
  const second = launch(runScript, ['stack'], ground.env);
  expect(await second.ended).toBe(1);
  expect(second.output()).toBe(
    `Sightread already runs on ${ground.home} (process ${stack.pid}): stop that one first, or set SIGHTREAD_HOME to another folder.\n`,
  );
});

test('after a kill -9 of the supervisor the next start works, on another port too, and the data is there', {
  timeout,
}, async () => {
  stack.kill('SIGKILL');
  expect(await stack.ended).toBe('SIGKILL');
  const MONGODB_PORT = String(ground.ports.METRICS_PORT);
  stack = launch(runScript, ['stack'], { ...ground.env, MONGODB_PORT });
  await stack.printed('The servers are up');
  expect(uri()).toContain(`:${MONGODB_PORT}/`);
  await withMongo(async (client) => expect(await notes(client).findOne()).toEqual({ _id: 'kept' }));
});

test('a server that is killed comes back, with a line that says so, and the client rides it out', { timeout }, () =>
  withMongo(async (client) => {
    await notes(client).findOne();
    const mongod = ground.processes().find((pid) => commandOf(pid).includes('--replSet'));
    process.kill(mongod ?? 0, 'SIGKILL');
    await stack.printed('MongoDB ended (SIGKILL); starting it again in 0.5 s.');
    await stack.printed('MongoDB is back.');
    expect(await notes(client).findOne()).toEqual({ _id: 'kept' });
  }),
);

test('Ctrl-C stops the servers and leaves no process', { timeout }, async () => {
  expect(ground.processes()).toHaveLength(3);
  stack.kill('SIGINT');
  expect(await stack.ended).toBe(0);
  expect(stack.output()).toContain('Stopped');
  await eventually('no process is left', () => ground.processes().length === 0, 1_000);
});
