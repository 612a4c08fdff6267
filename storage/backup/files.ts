import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupProblem, type StoredFile } from './manifest.ts';

/** Counts and hashes what flows through. */
function measure() {
  const hash = createHash('sha256');
  let bytes = 0;
  const through = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { through, taken: () => ({ bytes, sha256: hash.digest('hex') }) };
}

/** Writes what comes, compressed, without ever holding much of it. */
export async function writePacked(
  folder: string,
  file: string,
  content: AsyncIterable<Uint8Array | string>,
): Promise<StoredFile> {
  const { through, taken } = measure();
  await pipeline(
    Readable.from(content, { objectMode: true }),
    asBytes(),
    createGzip({ level: 1 }),
    through,
    createWriteStream(join(folder, file)),
  );
  return { file, ...taken() };
}

function asBytes() {
  return new Transform({
    writableObjectMode: true,
    transform: (chunk: Uint8Array | string, _, done) =>
      done(null, typeof chunk === 'string' ? Buffer.from(chunk) : chunk),
  });
}

/** Writes what comes as it is. */
export async function writePlain(folder: string, file: string, content: Readable): Promise<StoredFile> {
  const { through, taken } = measure();
  await pipeline(content, through, createWriteStream(join(folder, file)));
  return { file, ...taken() };
}

/** What `writePacked` wrote, piece by piece. */
export function readPacked(folder: string, { file }: StoredFile): AsyncIterable<Buffer> {
  return createReadStream(join(folder, file)).pipe(createGunzip());
}

/** Fails unless the file is the one that was written. */
export async function checkFile(folder: string, { file, sha256 }: StoredFile): Promise<void> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(join(folder, file))) hash.update(chunk);
  } catch (cause) {
    throw new BackupProblem(`The backup is damaged: ${file} cannot be read.`, { cause });
  }
  if (hash.digest('hex') !== sha256) throw new BackupProblem(`The backup is damaged: ${file} is not what was written.`);
}
