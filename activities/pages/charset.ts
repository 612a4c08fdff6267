import { isUtf8 } from 'node:buffer';
import { analyse } from 'chardet';

/** How far into a body its own declaration is looked for; browsers stop at 1 KB, many real pages declare later. */
const declarationBytes = 8192;
const detectionBytes = 65_536;

function knownLabel(label: string | undefined): string | undefined {
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

function charsetOf(contentType: string | undefined): string | undefined {
  return knownLabel(/;\s*charset\s*=\s*["']?([^"';\s]+)/i.exec(contentType ?? '')?.[1]);
}

function declaredInside(body: Buffer): string | undefined {
  const start = body.subarray(0, declarationBytes).toString('latin1');
  const label =
    /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)/i.exec(start)?.[1] ??
    /<meta\s[^>]*?charset\s*=\s*["']?([^"'\s/>;]+)/i.exec(start)?.[1];
  const known = knownLabel(label);
  // Text whose declaration reads as ASCII is not UTF-16, whatever it says.
  return known?.startsWith('utf-16') ? 'utf-8' : known;
}

function withoutMark(body: Buffer): string | undefined {
  // UTF-16 without a mark: markup has a zero in every other byte.
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

function detected(body: Buffer): string {
  if (isUtf8(body)) return 'utf-8';
  const sample = body.subarray(0, detectionBytes);
  for (const { name, confidence } of analyse(sample)) {
    const known = knownLabel(name);
    // A truncated character at the sample's end costs UTF-8 some confidence, nothing else does.
    if (known && confidence >= 30) return known === 'iso-8859-1' ? 'windows-1252' : known;
  }
  return 'windows-1252';
}

function decode(body: Buffer, encoding: string): string {
  return new TextDecoder(encoding).decode(body);
}

/** More than one undecodable character in 200 means that the declaration is wrong. */
function isGarbled(text: string): boolean {
  let bad = 0;
  for (let at = text.indexOf('\ufffd'); at >= 0; at = text.indexOf('\ufffd', at + 1)) bad++;
  return bad * 200 > text.length;
}

/** A body as text: byte order mark, then the HTTP header, then what the body declares, then what its bytes look like. */
export function decodeBody(body: Buffer, contentType?: string): { text: string; charset: string } {
  const mark = byteOrderMark(body);
  if (mark) return { text: decode(body, mark), charset: mark };
  const candidates = [charsetOf(contentType), withoutMark(body), declaredInside(body)];
  for (const charset of candidates) {
    if (!charset) continue;
    const text = decode(body, charset);
    if (!isGarbled(text)) return { text, charset };
  }
  const charset = detected(body);
  return { text: decode(body, charset), charset };
}
