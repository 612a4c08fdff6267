import { deflateSync, gzipSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** A drawing of a disc with a hole, so that it is neither blank nor a plain rectangle. */
export function discSvg(fill: string, attributes = 'viewBox="0 0 100 100"'): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><path fill="${fill}" d="M50 5a45 45 0 1 0 0 90 45 45 0 0 0 0-90zm0 20l20 40H30z"/></svg>`;
}

/** The disc in pixels, on transparency. */
export function disc(side: number, fill = '#d33'): Sharp {
  return sharp(Buffer.from(discSvg(fill, `viewBox="0 0 100 100" width="${side}" height="${side}"`)));
}

export function discPng(side: number, fill?: string): Promise<Buffer> {
  return disc(side, fill).png().toBuffer();
}

/** A tile of one color with a mark of another, like home-screen icons. */
export function tilePng(side: number, tile = '#06c', mark = '#fff'): Promise<Buffer> {
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 100 100"><rect width="100" height="100" fill="${tile}"/><path fill="${mark}" d="M30 20h40v20H50v40H30z"/></svg>`,
    ),
  )
    .png()
    .toBuffer();
}

export function plainPng(width: number, height: number, color: string): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 4, background: color } })
    .png()
    .toBuffer();
}

export function svgz(svg: string): Buffer {
  return gzipSync(svg);
}

/** An icon file with these frames, each a PNG or a bitmap. */
export function ico(frames: { side: number; body: Buffer; depth?: number }[]): Buffer {
  const head = Buffer.alloc(6 + frames.length * 16);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(frames.length, 4);
  let offset = head.length;
  for (const [index, { side, body, depth = 32 }] of frames.entries()) {
    const at = 6 + index * 16;
    head.writeUInt8(side & 0xff, at);
    head.writeUInt8(side & 0xff, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(depth, at + 6);
    head.writeUInt32LE(body.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += body.length;
  }
  return Buffer.concat([head, ...frames.map(({ body }) => body)]);
}

/** The bitmap of an icon frame: a header with doubled height, rows from bottom to top, then an empty mask. */
export async function icoBitmap(side: number, fill: string): Promise<Buffer> {
  const rgba = await disc(side, fill).ensureAlpha().raw().toBuffer();
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(side, 4);
  header.writeInt32LE(side * 2, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(32, 14);
  return Buffer.concat([header, bottomUpBgra(rgba, side, side), Buffer.alloc(Math.ceil(side / 32) * 4 * side)]);
}

export async function bmp(side: number, fill: string): Promise<Buffer> {
  const rgb = await disc(side, fill).flatten({ background: '#fff' }).ensureAlpha().raw().toBuffer();
  const pixels = bottomUpBgra(rgb, side, side);
  const header = Buffer.alloc(54);
  header.write('BM', 0, 'latin1');
  header.writeUInt32LE(54 + pixels.length, 2);
  header.writeUInt32LE(54, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(side, 18);
  header.writeInt32LE(side, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(32, 28);
  header.writeUInt32LE(pixels.length, 34);
  return Buffer.concat([header, pixels]);
}

function bottomUpBgra(rgba: Buffer, width: number, height: number): Buffer {
  const out = Buffer.alloc(rgba.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 4;
      const to = ((height - 1 - y) * width + x) * 4;
      out.set([rgba[from + 2] ?? 0, rgba[from + 1] ?? 0, rgba[from] ?? 0, rgba[from + 3] ?? 0], to);
    }
  }
  return out;
}

/** One chunk of a PNG, with its checksum. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(checksum(body));
  return Buffer.concat([head, body, tail]);
}

/** An animated PNG of two frames, of which a plain reader shows the first. */
export async function apng(side: number, fill: string): Promise<Buffer> {
  const png = await discPng(side, fill);
  const afterHeader = 8 + 25;
  const animation = Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]);
  const frame = Buffer.alloc(26);
  frame.writeUInt32BE(side, 4);
  frame.writeUInt32BE(side, 8);
  frame.writeUInt16BE(1, 20);
  frame.writeUInt16BE(10, 22);
  const second = Buffer.from(frame);
  second.writeUInt32BE(1, 0);
  const data = Buffer.concat([Buffer.from([0, 0, 0, 2]), Buffer.from('not really deflated')]);
  return Buffer.concat([
    png.subarray(0, afterHeader),
    pngChunk('acTL', animation),
    pngChunk('fcTL', frame),
    png.subarray(afterHeader, -12),
    pngChunk('fcTL', second),
    pngChunk('fdAT', data),
    png.subarray(-12),
  ]);
}

function checksum(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** All black, so that it deflates to almost nothing. Its checksums are right: it is a valid file. */
export function hugePng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((side / 8 + 1) * side));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}
