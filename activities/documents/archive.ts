import type { Entry, ZipFile } from 'yauzl';
import { Failure } from '../../contracts/failures.ts';

const megabyte = 1024 * 1024;
/** Counted while the files are unpacked, because an archive may lie about their sizes. */
const maxUnpackedBytes = 128 * megabyte;
const maxEntries = 20_000;

/** The files of a ZIP archive, by their names. Each is unpacked when it is read. */
export interface Archive {
  names(): string[];
  has(name: string): boolean;
  /** Rejects with a `Failure` if there is no such file, or if the archive unpacks to too much. */
  bytes(name: string): Promise<Buffer>;
  text(name: string): Promise<string>;
}

export async function openArchive(body: Buffer): Promise<Archive> {
  const { zip, entries } = await readDirectory(body).catch((cause: unknown): never => {
    throw cause instanceof Failure ? cause : damaged(cause);
  });
  let unpacked = 0;

  async function bytes(name: string): Promise<Buffer> {
    const entry = entries.get(name);
    if (!entry) throw damaged(new Error(`there is no ${name} in it`));
    if (entry.isEncrypted()) throw new Failure('PageNotText', 'The document is protected by a password.');
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of await open(zip, entry)) {
        unpacked += chunk.length;
        if (unpacked > maxUnpackedBytes) throw tooLarge();
        chunks.push(chunk);
      }
    } catch (cause) {
      throw cause instanceof Failure ? cause : damaged(cause);
    }
    return Buffer.concat(chunks);
  }

  return {
    names: () => [...entries.keys()],
    has: (name) => entries.has(name),
    bytes,
    text: async (name) => decodeXml(await bytes(name)),
  };
}

async function readDirectory(body: Buffer): Promise<{ zip: ZipFile; entries: Map<string, Entry> }> {
  const { fromBuffer } = await import('yauzl');
  return new Promise((resolve, reject) => {
    fromBuffer(body, { lazyEntries: true, strictFileNames: false }, (error, zip) => {
      if (error || !zip) return reject(error);
      const entries = new Map<string, Entry>();
      zip.on('error', reject);
      zip.on('end', () => resolve({ zip, entries }));
      zip.on('entry', (entry: Entry) => {
        if (entries.size >= maxEntries) return reject(tooLarge());
        // Some programs write absolute names.
        entries.set(entry.fileName.replace(/^\//, ''), entry);
        zip.readEntry();
      });
      zip.readEntry();
    });
  });
}

function open(zip: ZipFile, entry: Entry): Promise<AsyncIterable<Buffer>> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
  });
}

/** XML is UTF-8 unless it begins with the mark of UTF-16. */
function decodeXml(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}

function damaged(cause: unknown): Failure {
  return new Failure('PageNotText', 'The document is damaged and could not be read.', { cause });
}

function tooLarge(): Failure {
  return new Failure('PageTooLarge', `The document unpacks to more than ${maxUnpackedBytes / megabyte} MB.`);
}
