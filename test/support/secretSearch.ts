/** Looks for secrets in everything that the stack has kept: Temporal, the database, the object store and the logs. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import proto from '@temporalio/proto';
import { BSON, MongoClient } from 'mongodb';
import { inject } from 'vitest';
import { readSettings } from '../../runtime/settings.ts';
import { openObjectStore } from '../../storage/objectStore.ts';
import { stackEnv } from './stackEnv.ts';
import { withTemporal } from './temporalClient.ts';

const { History } = proto.temporal.api.history.v1;

interface Kept {
  place: string;
  bytes: Buffer;
}

/** `<place>: <secret>` for each secret that is found, as it is or in base64. */
export async function findSecrets(secrets: readonly string[]): Promise<string[]> {
  const needles = secrets.flatMap((secret) => [secret, ...base64Forms(secret)].map((form) => ({ secret, form })));
  const found = new Set<string>();
  for await (const { place, bytes } of everythingKept()) {
    for (const { secret, form } of needles) if (bytes.includes(form)) found.add(`${place}: ${secret}`);
  }
  return [...found].sort();
}

/** What base64 makes of a text depends on its offset modulo 3; the characters at the edges depend on its neighbors. */
function base64Forms(secret: string): string[] {
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]).toString('base64');
    return encoded.slice(offset === 0 ? 0 : 4, -4);
  });
}

async function* everythingKept(): AsyncGenerator<Kept> {
  yield* histories();
  yield* records();
  yield* objects();
  yield* files('logs');
  yield* files('temporal.db');
}

async function* histories(): AsyncGenerator<Kept> {
  const kept = await withTemporal(async ({ workflow }) => {
    const list: Kept[] = [];
    for await (const { workflowId, runId, type } of workflow.list()) {
      const history = await workflow.getHandle(workflowId, runId).fetchHistory();
      list.push({ place: `the history of ${type}`, bytes: Buffer.from(History.encode(history).finish()) });
    }
    return list;
  });
  if (kept.length === 0) throw new Error('Temporal lists no workflows');
  yield* kept;
}

async function* records(): AsyncGenerator<Kept> {
  const client = new MongoClient(stackEnv('MONGODB_URI'));
  try {
    for (const { name } of await client.db().listCollections().toArray()) {
      const place = `the collection ${name}`;
      for await (const record of client.db().collection(name).find()) {
        yield { place, bytes: Buffer.from(BSON.serialize(record)) };
        for (const value of Object.values(record)) {
          if (value instanceof BSON.Binary) yield { place, bytes: decompressed(Buffer.from(value.value())) };
        }
      }
    }
  } finally {
    await client.close();
  }
}

async function* objects(): AsyncGenerator<Kept> {
  const { client } = openObjectStore(readSettings(inject('env')));
  for (const { name: bucket } of await client.listBuckets()) {
    for await (const { name } of client.listObjectsV2(bucket, '', true)) {
      const chunks: Buffer[] = [];
      for await (const chunk of await client.getObject(bucket, String(name))) chunks.push(chunk);
      yield { place: `the bucket ${bucket}`, bytes: decompressed(Buffer.concat(chunks)) };
    }
  }
}

/** The files of the data folder whose path begins like this. */
async function* files(prefix: string): AsyncGenerator<Kept> {
  const home = stackEnv('SIGHTREAD_HOME');
  for (const path of readdirSync(home, { recursive: true, encoding: 'utf8' })) {
    const file = join(home, path);
    if (path.startsWith(prefix) && statSync(file).isFile()) yield { place: path, bytes: readFileSync(file) };
  }
}

function decompressed(bytes: Buffer): Buffer {
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
}
