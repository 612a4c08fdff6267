/**
 * Texts that are compressed once, when they are stored, and concatenated into one gzip stream when they are served,
 * without being decompressed. Each is a gzip stream of its own whose last block is empty and can be left out.
 */
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import {
  constants,
  crc32,
  createGunzip,
  deflateRaw,
  deflateRawSync,
  gunzip,
  inflateRawSync,
  type ZlibOptions,
} from 'node:zlib';

/** A text in this form. */
export type CompressedText = Buffer;
export type CompressedTexts = AsyncIterable<CompressedText> | Iterable<CompressedText>;

/** The fastest level, because every page that is read goes through it. The flush makes the blocks end on a whole byte. */
const options = { level: 1, finishFlush: constants.Z_SYNC_FLUSH };
const deflate = promisify(deflateRaw);

const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const lastBlock = Buffer.from([3, 0]);
const trailerLength = 8;
const wrapperBytes = header.length + lastBlock.length + trailerLength;

export async function compress(text: Buffer): Promise<CompressedText> {
  return wrap(await deflate(text, options), text);
}

export const decompress: (text: CompressedText, options?: ZlibOptions) => Promise<Buffer> = promisify(gunzip);

export function isCompressed(content: Buffer): content is CompressedText {
  return content.subarray(0, 2).equals(header.subarray(0, 2));
}

/** For a thread that does nothing else. */
export function compressSync(text: string): CompressedText {
  const bytes = Buffer.from(text);
  return wrap(deflateRawSync(bytes, options), bytes);
}

/** deflate notes the length of a stored block in 16 bits. */
const maxStoredBytes = 0xffff;

/** For the few characters around texts, which are stored as they are: zlib would take longer to start than all the rest. */
export function storedText(text: string): CompressedText {
  const bytes = Buffer.from(text);
  const blocks: Buffer[] = [];
  for (let from = 0; from < bytes.length; from += maxStoredBytes) {
    const part = bytes.subarray(from, from + maxStoredBytes);
    const head = Buffer.alloc(5);
    head.writeUInt16LE(part.length, 1);
    head.writeUInt16LE(part.length ^ 0xffff, 3);
    blocks.push(head, part);
  }
  return wrap(Buffer.concat(blocks), bytes);
}

/** The texts in sequence, as one. */
export function joinTexts(texts: readonly CompressedText[]): CompressedText {
  const sum = texts.map(readChecksum).reduce(addChecksums);
  return Buffer.concat([header, ...texts.map(blocksOf), ...end(sum)]);
}

/** How long a text is when it is decompressed. */
export function textBytes(text: CompressedText): number {
  return readChecksum(text).bytes;
}

/** The texts in sequence, as one gzip stream in chunks. */
export async function* concatenate(texts: CompressedTexts): AsyncGenerator<Buffer> {
  let sum: Checksum = { crc: 0, bytes: 0 };
  yield header;
  for await (const text of texts) {
    sum = addChecksums(sum, readChecksum(text));
    yield blocksOf(text);
  }
  yield* end(sum);
}

/** A text without what wraps it. */
function blocksOf(text: CompressedText): Buffer {
  return text.subarray(header.length, -(lastBlock.length + trailerLength));
}

/** How long that stream is. */
export function concatenatedBytes(texts: readonly CompressedText[]): number {
  return texts.reduce((sum, { length }) => sum + length - wrapperBytes, wrapperBytes);
}

/** How long the texts are together. */
export function decompressedBytes(texts: readonly CompressedText[]): number {
  return texts.reduce((sum, text) => sum + readChecksum(text).bytes, 0);
}

/**
 * Texts of this size together are inflated by one call, at once: that takes less than a millisecond, and half of the CPU
 * that a thread would take, with its own buffers and its messages to this one.
 */
const groupBytes = 256 * 1024;
/** A text that is larger than a group is inflated on a thread, in pieces of this size. */
const pieceBytes = 256 * 1024;
/** zlib accepts no smaller buffer. */
const minChunkBytes = constants.Z_MIN_CHUNK;

/** The texts in sequence, decompressed. */
export async function* decompressAll(texts: CompressedTexts): AsyncGenerator<Buffer> {
  for await (const group of groupsOf(texts)) {
    if (group.bytes > groupBytes) yield* inflateInPieces(group);
    else yield inflate(group);
  }
}

interface Group {
  texts: CompressedText[];
  bytes: number;
}

/** Only a single text can make a group larger than `groupBytes`. */
async function* groupsOf(texts: CompressedTexts): AsyncGenerator<Group> {
  let group: Group = { texts: [], bytes: 0 };
  for await (const text of texts) {
    const { bytes } = readChecksum(text);
    if (group.texts.length > 0 && group.bytes + bytes > groupBytes) {
      yield group;
      group = { texts: [], bytes: 0 };
    }
    group.texts.push(text);
    group.bytes += bytes;
  }
  if (group.texts.length > 0) yield group;
}

/** Without comparing checksums, which takes a tenth of the time; MongoDB has compared its own when it read the texts. */
function inflate({ texts, bytes }: Group): Buffer {
  const stream = Buffer.concat([...texts.map(blocksOf), lastBlock]);
  const inflated = inflateRawSync(stream, { chunkSize: bytes + minChunkBytes });
  if (inflated.length !== bytes) throw new Error(`texts of ${bytes} bytes have ${inflated.length} when decompressed`);
  return inflated;
}

async function* inflateInPieces({ texts }: Group): AsyncGenerator<Buffer> {
  yield* pipeline(Readable.from(concatenate(texts)), createGunzip({ chunkSize: pieceBytes }), () => {});
}

/** What the trailer of a gzip stream says about its text. */
interface Checksum {
  crc: number;
  bytes: number;
}

function checksumOf(text: Buffer): Checksum {
  return { crc: crc32(text), bytes: text.length };
}

function readChecksum(compressed: CompressedText): Checksum {
  return {
    crc: compressed.readUInt32LE(compressed.length - trailerLength),
    bytes: compressed.readUInt32LE(compressed.length - 4),
  };
}

function end({ crc, bytes }: Checksum): [Buffer, Buffer] {
  const trailer = Buffer.alloc(trailerLength);
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE(bytes % 2 ** 32, 4);
  return [lastBlock, trailer];
}

function wrap(blocks: Buffer, text: Buffer): CompressedText {
  return Buffer.concat([header, blocks, ...end(checksumOf(text))]);
}

/** The CRC of two texts in sequence: the first one's, shifted by the length of the second, plus the second one's. */
function addChecksums(first: Checksum, second: Checksum): Checksum {
  return {
    crc: (multiply(shiftBy(second.bytes), first.crc) ^ second.crc) >>> 0,
    bytes: first.bytes + second.bytes,
  };
}

/** CRCs are polynomials over {0, 1} modulo this one, with the constant term in the highest bit. */
const polynomial = 0xedb88320;
const one = 0x80000000;

function multiply(a: number, b: number): number {
  let product = 0;
  let shifted = b;
  for (let bit = one; bit !== 0; bit >>>= 1) {
    if (a & bit) product ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ polynomial : shifted >>> 1;
  }
  return product >>> 0;
}

/** The factors by which 1, 2, 4, … zero bytes shift a CRC: x to the powers 8, 16, 32, … */
const shifts = [0x00800000];
while (shifts.length < 32) shifts.push(multiply(shifts.at(-1) ?? one, shifts.at(-1) ?? one));

function shiftBy(bytes: number): number {
  return shifts.reduce((product, factor, at) => ((bytes >>> at) & 1 ? multiply(factor, product) : product), one);
}
