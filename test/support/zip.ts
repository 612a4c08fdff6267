import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipOptions {
  /** Claims these sizes for the unpacked files instead of the true ones. */
  claimedSize?: number;
  isEncrypted?: boolean;
}

/** A ZIP archive of these files, in this order. */
export function zip(files: Readonly<Record<string, string | Buffer>>, options: ZipOptions = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const fields = Buffer.alloc(22);
    fields.writeUInt16LE(options.isEncrypted ? 1 : 0, 0);
    fields.writeUInt16LE(8, 2);
    fields.writeUInt32LE(crc32(bytes), 8);
    fields.writeUInt32LE(packed.length, 12);
    fields.writeUInt32LE(options.claimedSize ?? bytes.length, 16);
    fields.writeUInt16LE(Buffer.byteLength(name), 20);
    const local = Buffer.concat([bytesOf(0x04034b50, 20), fields, Buffer.alloc(2), Buffer.from(name), packed]);
    const end = Buffer.alloc(14);
    end.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([bytesOf(0x02014b50, 20), Buffer.from([20, 0]), fields, Buffer.alloc(2), end, Buffer.from(name)]),
    );
    parts.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const tail = Buffer.alloc(22);
  tail.writeUInt32LE(0x06054b50, 0);
  tail.writeUInt16LE(directory.length, 8);
  tail.writeUInt16LE(directory.length, 10);
  tail.writeUInt32LE(entries.length, 12);
  tail.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, entries, tail]);
}

function bytesOf(signature: number, version: number): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUInt32LE(signature, 0);
  bytes.writeUInt16LE(version, 4);
  return bytes;
}
