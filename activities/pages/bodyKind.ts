/** MIME sniffing: the magic bytes of a body decide first, then the type it was sent with, then its text. */
export type BodyKind = 'html' | 'json' | 'xml' | 'csv' | 'text' | 'code' | { binary: string };

const signatures: readonly { name: string; bytes: readonly number[]; at?: number }[] = [
  { name: 'a PNG image', bytes: [0x89, 0x50, 0x4e, 0x47] },
  { name: 'a JPEG image', bytes: [0xff, 0xd8, 0xff] },
  { name: 'a GIF image', bytes: [0x47, 0x49, 0x46, 0x38] },
  { name: 'a WebP image', bytes: [0x57, 0x45, 0x42, 0x50], at: 8 },
  { name: 'an AVI or WAV file', bytes: [0x52, 0x49, 0x46, 0x46] },
  { name: 'a video or image (MP4 family)', bytes: [0x66, 0x74, 0x79, 0x70], at: 4 },
  { name: 'a WebM or Matroska video', bytes: [0x1a, 0x45, 0xdf, 0xa3] },
  { name: 'an Ogg file', bytes: [0x4f, 0x67, 0x67, 0x53] },
  { name: 'an MP3 file', bytes: [0x49, 0x44, 0x33] },
  { name: 'an empty ZIP archive', bytes: [0x50, 0x4b, 0x05, 0x06] },
  { name: 'a gzip archive', bytes: [0x1f, 0x8b] },
  { name: 'a 7-Zip archive', bytes: [0x37, 0x7a, 0xbc, 0xaf] },
  { name: 'a RAR archive', bytes: [0x52, 0x61, 0x72, 0x21] },
  { name: 'a font', bytes: [0x77, 0x4f, 0x46, 0x32] },
  { name: 'a font', bytes: [0x77, 0x4f, 0x46, 0x46] },
  { name: 'a WebAssembly module', bytes: [0x00, 0x61, 0x73, 0x6d] },
  { name: 'a program', bytes: [0x7f, 0x45, 0x4c, 0x46] },
];

function signatureOf(body: Buffer): string | undefined {
  return signatures.find(({ bytes, at = 0 }) => bytes.every((byte, index) => body[at + index] === byte))?.name;
}

/** Zero bytes or many control characters mean that a body is not text, unless the zeros alternate as in UTF-16. */
function isBinary(body: Buffer): boolean {
  if ((body[0] === 0xff && body[1] === 0xfe) || (body[0] === 0xfe && body[1] === 0xff)) return false;
  const sample = body.subarray(0, 4096);
  let control = 0;
  const zeros = [0, 0];
  for (let at = 0; at < sample.length; at++) {
    const byte = sample[at] ?? 0;
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
    else if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) control++;
  }
  const [even = 0, odd = 0] = zeros;
  if (even + odd > 0) return Math.min(even, odd) > 0 || Math.max(even, odd) < sample.length * 0.3;
  return control > sample.length * 0.1;
}

const htmlStart =
  /^\s*(?:<!--[\s\S]{0,2000}?-->\s*)*(?:<\?xml[^>]*>\s*)?<(?:!doctype\s+html|html|head|body|title|meta|script|style|link|div|p|h[1-6]|table|main|article|section|header|nav|a|span|ul|center|font|iframe|noscript)\b/i;

function sniffText(text: string): BodyKind {
  if (htmlStart.test(text)) return 'html';
  if (/^\s*<\?xml|^\s*<(?:rss|feed|rdf:RDF|urlset|sitemapindex|opml)\b/i.test(text)) return 'xml';
  if (/^\s*[[{]/.test(text) && isJson(text)) return 'json';
  return 'text';
}

/** Whether the first lines have the same number of separators, and no sentence is among them. */
function looksLikeCsv(text: string): boolean {
  const lines = text.slice(0, 8_192).split(/\r?\n/, 11).slice(0, 10).filter(Boolean);
  if (lines.length < 3) return false;
  return [',', ';', '\t'].some((separator) => {
    const counts = lines.map((line) => line.replace(/"[^"]*"/g, '').split(separator).length);
    return (
      (counts[0] ?? 0) > 1 && counts.every((count) => count === counts[0]) && !lines.some((line) => /[.!?]$/.test(line))
    );
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function kindOfMimeType(type: string): BodyKind | undefined {
  if (/^(?:text\/html|application\/xhtml\+xml|application\/vnd\.wap\.xhtml\+xml)$/.test(type)) return 'html';
  if (/[/+](?:x-)?(?:json|ndjson|jsonl|json5)$|\/json-/.test(type)) return 'json';
  if (type === 'image/svg+xml') return { binary: 'an SVG image' };
  if (/[/+]xml$|-xml$/.test(type)) return 'xml';
  if (/^text\/(?:csv|tab-separated-values)$/.test(type)) return 'csv';
  if (/(?:java|ecma)script|\/css$|yaml|toml|\/x-(?:sh|python|c|java)|\/sql$|graphql/.test(type)) return 'code';
  if (type.startsWith('text/')) return 'text';
  return undefined;
}

export function mimeTypeOf(contentType: string | undefined): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** The kind if the bytes alone decide it; undefined if the body is text and has to be decoded first. */
export function kindOfBytes(body: Buffer, contentType: string | undefined): BodyKind | undefined {
  const signature = signatureOf(body);
  if (signature) return { binary: signature };
  if (body.length === 0 || !isBinary(body)) return undefined;
  const type = mimeTypeOf(contentType);
  return { binary: type ? `of type ${type}` : 'of an unknown binary type' };
}

export function kindOfText(text: string, contentType: string | undefined): BodyKind {
  const declared = kindOfMimeType(mimeTypeOf(contentType));
  if (declared === undefined) {
    const sniffed = sniffText(text);
    return sniffed === 'text' && looksLikeCsv(text) ? 'csv' : sniffed;
  }
  // Some servers send HTML as plain text, or as an image.
  if (declared === 'text' || typeof declared === 'object') return sniffText(text) === 'html' ? 'html' : declared;
  if (declared === 'code') return declared;
  // An error page or a login page may take the place of data.
  if (declared !== 'html') return htmlStart.test(text) ? 'html' : declared;
  // Data or a feed may be sent as HTML.
  if (!/<[a-z!]/i.test(text)) return sniffText(text);
  return /^\s*(?:<\?xml[^>]*>\s*)?<(?:rss|feed|rdf:RDF|urlset|sitemapindex)\b/i.test(text) ? 'xml' : declared;
}
