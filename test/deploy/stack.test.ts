import { readFileSync } from 'node:fs';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { createFixture, type Fixture, type Launched, launch, runScript } from './launch.ts';

const timeout = 180_000;
let fixture: Fixture;
let stack: Launched;

beforeAll(async () => {
  fixture = await createFixture();
  stack = launch(runScript, ['stack'], fixture.env);
  await stack.printed('Ctrl-C stops them');
}, timeout);
afterAll(async () => {
  stack.kill('SIGTERM');
  await stack.ended;
  fixture.clear();
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

describe('npm run stack', () => {
  it('prints a MongoDB address that supports transactions', { timeout }, () =>
    withMongo(async (client) => {
      await client.withSession((session) =>
        session.withTransaction(() => notes(client).insertOne({ _id: 'kept' }, { session })),
      );
      expect(await notes(client).findOne()).toEqual({ _id: 'kept' });
    }),
  );

  it('refuses a second start on the same data folder in one sentence', { timeout }, async () => {
    const second = launch(runScript, ['stack'], fixture.env);
    expect(await second.ended).toBe(1);
    expect(second.output()).toBe(
      `Sightread already runs on ${fixture.home} (process ${stack.pid}): stop that one first, or set SIGHTREAD_HOME to another folder.\n`,
    );
  });

  it('starts again with its data after the supervisor was killed with SIGKILL, also on another port', {
    timeout,
  }, async () => {
    stack.kill('SIGKILL');
    expect(await stack.ended).toBe('SIGKILL');
    const MONGODB_PORT = String(fixture.ports.METRICS_PORT);
    stack = launch(runScript, ['stack'], { ...fixture.env, MONGODB_PORT });
    await stack.printed('Ctrl-C stops them');
    expect(uri()).toContain(`:${MONGODB_PORT}/`);
    await withMongo(async (client) => expect(await notes(client).findOne()).toEqual({ _id: 'kept' }));
  });

  it('restarts a killed server and prints so, while connected clients recover', { timeout }, () =>
    withMongo(async (client) => {
      await notes(client).findOne();
      const mongod = fixture.processes().find((pid) => commandOf(pid).includes('--replSet'));
      process.kill(mongod ?? 0, 'SIGKILL');
      await stack.printed('MongoDB ended (SIGKILL); starting it again in 0.5 s.');
      await stack.printed('MongoDB is back.');
      expect(await notes(client).findOne()).toEqual({ _id: 'kept' });
    }),
  );

  it('stops on Ctrl-C and leaves no process behind', { timeout }, async () => {
    expect(fixture.processes()).toHaveLength(3);
    stack.kill('SIGINT');
    expect(await stack.ended).toBe(0);
    expect(stack.output()).toContain('Stopped');
    await eventually('no process is left', () => fixture.processes().length === 0);
  });
});
