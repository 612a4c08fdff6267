import decodeIco from 'decode-ico';
import { mostPixels } from './limits.ts';

export type IcoFrame = { type: 'png'; body: Buffer } | { type: 'raw'; width: number; height: number; rgba: Buffer };

interface Entry {
  width: number;
  height: number;
  depth: number;
  body: Buffer;
}

const mostFrames = 64;
const directoryBytes = 6;
const entryBytes = 16;

/** The frames that can be what they say they are, best first: largest, then deepest. */
export function* icoFrames(body: Buffer): Generator<IcoFrame> {
  const entries = readEntries(body).sort((a, b) => b.width * b.height - a.width * a.height || b.depth - a.depth);
  for (const entry of entries) {
    if (entry.body.toString('latin1', 1, 4) === 'PNG') yield { type: 'png', body: entry.body };
    else {
      const frame = decodeBitmap(entry);
      if (frame !== undefined) yield frame;
    }
  }
}

/** Reads the directory as a claim: only entries that lie inside of the file, with their size taken from the frame itself. */
function readEntries(body: Buffer): Entry[] {
  const claimed = Math.min(body.readUInt16LE(4), mostFrames, Math.floor((body.length - directoryBytes) / entryBytes));
  const entries: Entry[] = [];
  for (let index = 0; index < claimed; index++) {
    const at = directoryBytes + index * entryBytes;
    const length = body.readUInt32LE(at + 8);
    const offset = body.readUInt32LE(at + 12);
    if (length < 40 || offset + length > body.length) continue;
    const frame = body.subarray(offset, offset + length);
    const isPng = frame.toString('latin1', 1, 4) === 'PNG';
    const width = isPng ? frame.readUInt32BE(16) : frame.readUInt32LE(4);
    // A bitmap inside of an icon is twice as high as it shows: its mask follows.
    const height = isPng ? frame.readUInt32BE(20) : Math.floor(frame.readUInt32LE(8) / 2);
    if (width === 0 || height === 0 || width * height > mostPixels) continue;
    const depth = isPng ? 32 : frame.readUInt16LE(14);
    if (!isPng && (width > 1_024 || height > 1_024 || (width * height * depth) / 8 > frame.length)) continue;
    entries.push({ width, height, depth, body: frame });
  }
  return entries;
}

/** The decoder gets a file of this one frame, so that nothing it reads was not judged above. */
function decodeBitmap(entry: Entry): IcoFrame | undefined {
  const file = Buffer.alloc(directoryBytes + entryBytes + entry.body.length);
  file.writeUInt16LE(1, 2);
  file.writeUInt16LE(1, 4);
  file.writeUInt8(entry.width & 0xff, 6);
  file.writeUInt8(entry.height & 0xff, 7);
  file.writeUInt16LE(entry.depth, 12);
  file.writeUInt32LE(entry.body.length, 14);
  file.writeUInt32LE(directoryBytes + entryBytes, 18);
  entry.body.copy(file, directoryBytes + entryBytes);
  try {
    const [frame] = decodeIco(file);
    if (frame === undefined || frame.type !== 'bmp') return undefined;
    return { type: 'raw', width: frame.width, height: frame.height, rgba: Buffer.from(frame.data) };
  } catch {
    // One broken frame among good ones is common; the next best is tried.
    return undefined;
  }
}
