export type PictureFormat = 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' | 'bmp' | 'ico' | 'svg' | 'svgz';

export const contentTypes = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
  svg: 'image/svg+xml',
  svgz: 'image/svg+xml',
} as const satisfies Record<PictureFormat, string>;

/** The format by the bytes themselves: servers send JPEGs as `image/png` and error pages as `image/x-icon`. */
export function sniffPicture(body: Buffer): PictureFormat | undefined {
  if (body.length < 8) return undefined;
  const ascii = (from: number, to: number): string => body.toString('latin1', from, to);
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (body[0] === 0xff && body[1] === 0xd8 && body[2] === 0xff) return 'jpeg';
  if (ascii(0, 4) === 'GIF8') return 'gif';
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'webp';
  if (ascii(4, 8) === 'ftyp' && /avi[fs]/.test(ascii(8, 64))) return 'avif';
  if (ascii(0, 2) === 'BM') return 'bmp';
  // Icons are type 1 and cursors type 2; both have at least one frame.
  if (body.readUInt16LE(0) === 0 && [1, 2].includes(body.readUInt16LE(2)) && body.readUInt16LE(4) > 0) return 'ico';
  // Any gzip file; its content is checked when it is inflated, within a limit.
  if (body[0] === 0x1f && body[1] === 0x8b) return 'svgz';
  return looksLikeSvg(decodeText(body.subarray(0, 4_096))) ? 'svg' : undefined;
}

/** The first element must be `svg`: an HTML page that contains a drawing is not one. */
export function looksLikeSvg(text: string): boolean {
  const start = text
    .replace(/^\uFEFF/, '')
    .replace(/<\?[\s\S]*?\?>/g, '')
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/<!DOCTYPE[^[>]*(?:\[[\s\S]*?\]\s*)?>/i, '')
    .trimStart();
  return (
    /^<(?:[\w-]+:)?svg[\s>/]/i.test(start) ||
    /^<!DOCTYPE\s+svg/i.test(start) ||
    (start === '' && /<!--|<!DOCTYPE svg/i.test(text))
  );
}

/** Decodes the text of a drawing: UTF-8, unless it begins with a UTF-16 byte order mark. */
export function decodeText(body: Buffer): string {
  if (body[0] === 0xff && body[1] === 0xfe) return body.toString('utf16le', 2);
  if (body[0] === 0xfe && body[1] === 0xff)
    return Buffer.from(body.subarray(2, body.length - (body.length % 2)))
      .swap16()
      .toString('utf16le');
  return body.toString('utf8');
}
