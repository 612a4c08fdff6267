/** MongoDB as a replica set with one member, because transactions need a replica set. */
import { MongoClient, MongoServerError } from 'mongodb';
import type { Home } from '../home.ts';
import type { ProcessSpec } from '../process/spec.ts';

const replicaSet = 'sightread';
const pingTimeoutMs = 5_000;
/** MongoDB's error code NotYetInitialized. */
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
      // A killed worker's transaction stays open, and its job's record locked, until this limit; the default is 60 s.
      ...['--setParameter', 'transactionLifetimeLimitSeconds=10'],
      // No other member can take over, so the quiesce period for clients to switch would only delay the shutdown.
      ...['--setParameter', 'shutdownTimeoutMillisForSignaledShutdown=100'],
    ],
    probe: () => ensurePrimary(port),
  };
}

/** Initiates or reconfigures the replica set where needed; throws until the server is its writable primary. */
async function ensurePrimary(port: number): Promise<void> {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: pingTimeoutMs,
    connectTimeoutMS: pingTimeoutMs,
    socketTimeoutMS: pingTimeoutMs,
  });
  try {
    const admin = client.db('admin');
    const host = `127.0.0.1:${port}`;
    const config = await replicaSetConfigOf(client);
    if (config === undefined) {
      await admin.command({ replSetInitiate: { _id: replicaSet, members: [{ _id: 0, host }] } });
    } else if (config.host !== host) {
      // The port has changed since the last start, so the replica set needs its member's new address.
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

/** Throws unless the deployment at the URI answers. `ca` are the certificates that its own is checked against. */
export async function pingMongo(uri: string, ca?: string): Promise<void> {
  const client = new MongoClient(uri, {
    serverSelectionTimeoutMS: pingTimeoutMs,
    connectTimeoutMS: pingTimeoutMs,
    ...(ca && { ca }),
  });
  try {
    await client.db().command({ ping: 1 });
  } finally {
    await client.close();
  }
}

async function replicaSetConfigOf(client: MongoClient): Promise<{ host: string; version: number } | undefined> {
  try {
    const { config } = await client.db('admin').command({ replSetGetConfig: 1 });
    return { host: String(config.members[0].host), version: Number(config.version) };
  } catch (cause) {
    if (cause instanceof MongoServerError && cause.code === notYetInitialized) return undefined;
    throw cause;
  }
}
