import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { Client } from 'minio';
import { pagesBucket } from '../objectStore.ts';
import { picturesBucket, sourcesPrefix } from '../pictures.ts';
import { readCompressed, writeCompressed, writePlain } from './files.ts';
import { BackupProblem, type Manifest } from './manifest.ts';

/** Renditions are left out: they are made again from their sources on request. */
const includedPrefixes = [
  { bucket: picturesBucket, prefix: sourcesPrefix },
  { bucket: pagesBucket, prefix: '' },
];
const concurrency = 4;

interface StoredObject {
  bucket: string;
  name: string;
  file: string;
  bytes: number;
  sha256: string;
  metadata: Record<string, string>;
}

/** Copies the objects that the records point to. Every object is written before its record, so none is missing. */
export async function dumpObjects(client: Client, folder: string): Promise<Manifest['objects']> {
  let count = 0;
  const lines = mapConcurrently(listed(client), concurrency, async ({ bucket, name }) => {
    const object = await dumpObject(client, folder, { bucket, name });
    if (object) count += 1;
    return object && `${JSON.stringify(object)}\n`;
  });
  const index = await writeCompressed(folder, 'objects.ndjson.gz', lines);
  return { ...index, count };
}

async function* listed(client: Client) {
  for (const { bucket, prefix } of includedPrefixes) {
    for await (const { name } of client.listObjectsV2(bucket, prefix, true)) yield { bucket, name: String(name) };
  }
}

async function dumpObject(
  client: Client,
  folder: string,
  { bucket, name }: { bucket: string; name: string },
): Promise<StoredObject | undefined> {
  // Spread over folders, because a folder with a million files is slow.
  const shard = join('objects', bucket, createHash('sha256').update(name).digest('hex').slice(0, 2));
  await mkdir(join(folder, shard), { recursive: true });
  try {
    const { metaData } = await client.statObject(bucket, name);
    const written = await writePlain(
      folder,
      join(shard, encodeURIComponent(name)),
      await client.getObject(bucket, name),
    );
    const metadata = Object.entries(metaData).map(([key, value]) => [key, String(value)]);
    return { bucket, name, ...written, metadata: Object.fromEntries(metadata) };
  } catch (error) {
    // It expired after it was listed.
    if (error instanceof Error && 'code' in error && ['NoSuchKey', 'NotFound'].includes(String(error.code))) return;
    throw error;
  }
}

export async function hasObjects(client: Client): Promise<boolean> {
  for await (const _ of listed(client)) return true;
  return false;
}

export async function restoreObjects(client: Client, folder: string, stored: Manifest['objects']): Promise<void> {
  const lines = createInterface({ input: Readable.from(readCompressed(folder, stored)) });
  let count = 0;
  const put = mapConcurrently(lines, concurrency, async (line) => {
    const { bucket, name, file, sha256, metadata }: StoredObject = JSON.parse(line);
    const body = await readFile(join(folder, file));
    if (createHash('sha256').update(body).digest('hex') !== sha256) {
      throw new BackupProblem(`The backup is damaged: ${file} is not what was written.`);
    }
    await client.putObject(bucket, name, body, body.length, metadata);
    return true;
  });
  for await (const _ of put) count += 1;
  if (count !== stored.count) {
    throw new BackupProblem(`The backup is damaged: ${count} of ${stored.count} objects are listed.`);
  }
}

/** Runs a step for each item, a few at a time, and yields the results that are not undefined, in order. */
async function* mapConcurrently<T, R>(
  list: AsyncIterable<T>,
  max: number,
  step: (each: T) => Promise<R | undefined>,
): AsyncGenerator<R> {
  const running: Promise<R | undefined>[] = [];
  for await (const each of list) {
    const started = step(each);
    // Reported when its turn comes. Until then, or after an earlier step has failed, it must not count as unhandled.
    started.catch(() => {});
    running.push(started);
    if (running.length < max) continue;
    const result = await running.shift();
    if (result !== undefined) yield result;
  }
  for (const result of await Promise.all(running)) if (result !== undefined) yield result;
}
