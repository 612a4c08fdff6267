import { isAscii, isUtf8, transcode } from 'node:buffer';
import { analyse } from 'chardet';

/** How far into a body to look for a charset declaration; browsers stop at 1 KB, but many real pages declare later. */
const maxDeclarationOffset = 8192;
const detectionBytes = 65_536;

function encodingOf(label: string | undefined): string | undefined {
  if (!label) return undefined;
  try {
    return new TextDecoder(label.trim()).encoding;
  } catch {
    return undefined;
  }
}

function byteOrderMark(body: Buffer): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  return undefined;
}

function headerCharset(contentType: string | undefined): string | undefined {
  return encodingOf(/;\s*charset\s*=\s*["']?([^"';\s]+)/i.exec(contentType ?? '')?.[1]);
}

function declaredCharset(body: Buffer): string | undefined {
  const start = body.subarray(0, maxDeclarationOffset).toString('latin1');
  const label =
    /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)/i.exec(start)?.[1] ??
    /<meta\s[^>]*?charset\s*=\s*["']?([^"'\s/>;]+)/i.exec(start)?.[1];
  const known = encodingOf(label);
  // A declaration that is readable as ASCII cannot be in UTF-16, even if it names UTF-16.
  return known?.startsWith('utf-16') ? 'utf-8' : known;
}

/** UTF-16 without a byte order mark shows in markup as a zero in every other byte. */
function utf16WithoutMark(body: Buffer): string | undefined {
  const sample = body.subarray(0, 256);
  let even = 0;
  let odd = 0;
  for (let at = 0; at + 1 < sample.length; at += 2) {
    if (sample[at] === 0) even++;
    if (sample[at + 1] === 0) odd++;
  }
  const half = sample.length / 2;
  if (half >= 4 && odd > half * 0.7 && even < half * 0.1) return 'utf-16le';
  if (half >= 4 && even > half * 0.7 && odd < half * 0.1) return 'utf-16be';
  return undefined;
}

function detectCharset(body: Buffer): string {
  if (isUtf8(body)) return 'utf-8';
  const sample = body.subarray(0, detectionBytes);
  for (const { name, confidence } of analyse(sample)) {
    const known = encodingOf(name);
    // Low, because a character that is cut off at the end of the sample lowers the confidence in UTF-8.
    if (known && confidence >= 30) return known === 'iso-8859-1' ? 'windows-1252' : known;
  }
  return 'windows-1252';
}

function decode(body: Buffer, encoding: string): string {
  // For valid text this is twice as fast as the decoder.
  if (encoding === 'utf-8' && body[0] !== 0xef && isUtf8(body))
    return isAscii(body) ? body.toString('latin1') : transcode(body, 'utf8', 'ucs2').toString('ucs2');
  return new TextDecoder(encoding).decode(body);
}

/** More than one undecodable character in 200 means that the declared charset is wrong. */
function isGarbled(text: string): boolean {
  let bad = 0;
  for (let at = text.indexOf('\ufffd'); at >= 0; at = text.indexOf('\ufffd', at + 1)) bad++;
  return bad * 200 > text.length;
}

/** What the first bytes of a body, or its header, say of its charset; undefined where they say nothing. */
export function declaredCharsetOf(head: Buffer, contentType?: string): string | undefined {
  return byteOrderMark(head) ?? headerCharset(contentType) ?? utf16WithoutMark(head) ?? declaredCharset(head);
}

/** Decides by the byte order mark, then the HTTP header, then the body's own declaration, then the look of its bytes. */
export function decodeBody(body: Buffer, contentType?: string): { text: string; charset: string } {
  const mark = byteOrderMark(body);
  if (mark) return { text: decode(body, mark), charset: mark };
  const candidates = [headerCharset(contentType), utf16WithoutMark(body), declaredCharset(body)];
  for (const charset of candidates) {
    if (!charset) continue;
    const text = decode(body, charset);
    if (!isGarbled(text)) return { text, charset };
  }
  const charset = detectCharset(body);
  return { text: decode(body, charset), charset };
}
