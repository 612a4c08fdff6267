import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupProblem, type StoredFile } from './manifest.ts';

/** Counts and hashes the bytes that pass through. */
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

/** Writes a stream compressed, in constant memory. */
export async function writeCompressed(
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

/** Writes a stream as it is. */
export async function writePlain(folder: string, file: string, content: Readable): Promise<StoredFile> {
  const { through, taken } = measure();
  await pipeline(content, through, createWriteStream(join(folder, file)));
  return { file, ...taken() };
}

/** Streams back what `writeCompressed` wrote. */
export function readCompressed(folder: string, { file }: StoredFile): AsyncIterable<Buffer> {
  return createReadStream(join(folder, file)).pipe(createGunzip());
}

/** Fails unless the file has the checksum it was written with. */
export async function checkFile(folder: string, { file, sha256 }: StoredFile): Promise<void> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(join(folder, file))) hash.update(chunk);
  } catch (cause) {
    throw new BackupProblem(`The backup is damaged: ${file} cannot be read.`, { cause });
  }
  if (hash.digest('hex') !== sha256) throw new BackupProblem(`The backup is damaged: ${file} is not what was written.`);
}
