/**
 * Texts that are compressed once, when they are stored, and from then on only put in a row: several of them make one gzip
 * stream without being read again. Each is a gzip stream by itself, whose last block is empty and can be left out.
 */
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync, gunzip } from 'node:zlib';

/** A text in this form. */
export type Packed = Buffer;

/** Fast, because it is done for every page that is read. What follows this flush begins on a byte of its own. */
const options = { level: 1, finishFlush: constants.Z_SYNC_FLUSH };
const deflate = promisify(deflateRaw);

const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const lastBlock = Buffer.from([3, 0]);
const trailerLength = 8;

export async function pack(text: Buffer): Promise<Packed> {
  return wrap(await deflate(text, options), text);
}
export const unpack: (packed: Packed) => Promise<Buffer> = promisify(gunzip);
export function isPacked(content: Buffer): content is Packed {
  return content.subarray(0, 2).equals(header.subarray(0, 2));
}

/** For the few characters between texts. */
export function packNow(text: string): Packed {
  const bytes = Buffer.from(text);
  return wrap(deflateRawSync(bytes, options), bytes);
}

/** Texts one behind the other, as one gzip stream in pieces. */
export async function* join(texts: AsyncIterable<Packed> | Iterable<Packed>): AsyncGenerator<Buffer> {
  let sum: Sum = { crc: 0, bytes: 0 };
  yield header;
  for await (const text of texts) {
    sum = addSums(sum, readSum(text));
    yield text.subarray(header.length, -(lastBlock.length + trailerLength));
  }
  yield* end(sum);
}

/** What a gzip stream says of its text at its end. */
interface Sum {
  crc: number;
  bytes: number;
}

function sumOf(text: Buffer): Sum {
  return { crc: crc32(text), bytes: text.length };
}

function readSum(packed: Packed): Sum {
  return {
    crc: packed.readUInt32LE(packed.length - trailerLength),
    bytes: packed.readUInt32LE(packed.length - 4),
  };
}

function end({ crc, bytes }: Sum): [Buffer, Buffer] {
  const trailer = Buffer.alloc(trailerLength);
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE(bytes % 2 ** 32, 4);
  return [lastBlock, trailer];
}

function wrap(blocks: Buffer, text: Buffer): Packed {
  return Buffer.concat([header, blocks, ...end(sumOf(text))]);
}

/** The first text's CRC is moved on by the length of the second; then they add up. */
function addSums(first: Sum, second: Sum): Sum {
  return {
    crc: (times(zeros(second.bytes), first.crc) ^ second.crc) >>> 0,
    bytes: first.bytes + second.bytes,
  };
}

/** CRCs are polynomials over {0, 1} modulo this one; the highest bit is their constant. */
const polynomial = 0xedb88320;
const one = 0x80000000;

function times(a: number, b: number): number {
  let product = 0;
  let shifted = b;
  for (let bit = one; bit !== 0; bit >>>= 1) {
    if (a & bit) product ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ polynomial : shifted >>> 1;
  }
  return product >>> 0;
}

/** What 1, 2, 4, … bytes of zeros do to a CRC that stands before them: x to the powers 8, 16, 32, … */
const powers = [0x00800000];
while (powers.length < 32) powers.push(times(powers.at(-1) ?? one, powers.at(-1) ?? one));

function zeros(bytes: number): number {
  return powers.reduce((product, power, at) => ((bytes >>> at) & 1 ? times(power, product) : product), one);
}
