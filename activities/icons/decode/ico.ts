import decodeIco from 'decode-ico';
import { maxPixels } from './limits.ts';

export type IcoFrame = { type: 'png'; body: Buffer } | { type: 'raw'; width: number; height: number; rgba: Buffer };

interface Entry {
  width: number;
  height: number;
  depth: number;
  body: Buffer;
}

const maxFrames = 64;
const directoryBytes = 6;
const entryBytes = 16;

/** The plausible frames of an icon file, best first: by size, then by color depth. */
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

/** Reads the directory without trusting it: entries must lie inside the file, and sizes come from the frames. */
function readEntries(body: Buffer): Entry[] {
  const count = Math.min(body.readUInt16LE(4), maxFrames, Math.floor((body.length - directoryBytes) / entryBytes));
  const entries: Entry[] = [];
  for (let index = 0; index < count; index++) {
    const at = directoryBytes + index * entryBytes;
    const length = body.readUInt32LE(at + 8);
    const offset = body.readUInt32LE(at + 12);
    if (length < 40 || offset + length > body.length) continue;
    const frame = body.subarray(offset, offset + length);
    const isPng = frame.toString('latin1', 1, 4) === 'PNG';
    const width = isPng ? frame.readUInt32BE(16) : frame.readUInt32LE(4);
    // The height of a bitmap inside an icon file counts its mask too, so it is twice what is shown.
    const height = isPng ? frame.readUInt32BE(20) : Math.floor(frame.readUInt32LE(8) / 2);
    if (width === 0 || height === 0 || width * height > maxPixels) continue;
    const depth = isPng ? 32 : frame.readUInt16LE(14);
    if (!isPng && (width > 1_024 || height > 1_024 || (width * height * depth) / 8 > frame.length)) continue;
    entries.push({ width, height, depth, body: frame });
  }
  return entries;
}

/** Gives the decoder a file with this frame only, so that it reads nothing that was not checked above. */
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
    // Icon files often have one broken frame; the next best is tried.
    return undefined;
  }
}
