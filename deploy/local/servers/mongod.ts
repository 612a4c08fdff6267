/** MongoDB as a replica set of one, which is what transactions need. */
import { MongoClient, MongoServerError } from 'mongodb';
import type { Home } from '../home.ts';
import type { ProcessSpec } from '../process/supervisor.ts';

const replicaSet = 'sightread';
const answerWithinMs = 5_000;
const notYetInitialized = 94;

export function mongodUri(port: number) {
  return `mongodb://127.0.0.1:${port}/sightread?replicaSet=${replicaSet}`;
}

export function mongodSpec(home: Home, port: number): Pick<ProcessSpec, 'name' | 'title' | 'args' | 'probe'> {
  return {
    name: 'mongod',
    title: 'MongoDB',
    args: [
      ...['--dbpath', home.mongo, '--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket'],
      ...['--replSet', replicaSet, '--oplogSize', '512', '--wiredTigerCacheSizeGB', '0.5'],
      ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
      // A worker that is killed leaves its transaction open, and the job's record locked, until this is over; not a minute.
      ...['--setParameter', 'transactionLifetimeLimitSeconds=10'],
      // There is no other member to hand over to, so waiting for clients to move on would only delay the stop.
      ...['--setParameter', 'shutdownTimeoutMillisForSignaledShutdown=100'],
    ],
    probe: () => ensurePrimary(port),
  };
}

/** Throws until the server is a writable primary under its present address, doing what is missing for that. */
async function ensurePrimary(port: number): Promise<void> {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: answerWithinMs,
    connectTimeoutMS: answerWithinMs,
    socketTimeoutMS: answerWithinMs,
  });
  try {
    const admin = client.db('admin');
    const host = `127.0.0.1:${port}`;
    const config = await configOf(client);
    if (config === undefined) {
      await admin.command({ replSetInitiate: { _id: replicaSet, members: [{ _id: 0, host }] } });
    } else if (config.host !== host) {
      // The port changed since the last start: the set has to be told where its only member is now.
      const members = [{ _id: 0, host }];
      const replSetReconfig = { _id: replicaSet, version: config.version + 1, members };
      await admin.command({ replSetReconfig, force: true });
    }
    const { isWritablePrimary } = await admin.command({ hello: 1 });
    if (isWritablePrimary !== true) throw new Error('it is not the primary of its replica set yet');
  } finally {
    await client.close();
  }
}

/** Throws unless the deployment at the address answers. */
export async function pingMongo(uri: string): Promise<void> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: answerWithinMs, connectTimeoutMS: answerWithinMs });
  try {
    await client.db().command({ ping: 1 });
  } finally {
    await client.close();
  }
}

async function configOf(client: MongoClient): Promise<{ host: string; version: number } | undefined> {
  try {
    const { config } = await client.db('admin').command({ replSetGetConfig: 1 });
    return { host: String(config.members[0].host), version: Number(config.version) };
  } catch (cause) {
    if (cause instanceof MongoServerError && cause.code === notYetInitialized) return undefined;
    throw cause;
  }
}
