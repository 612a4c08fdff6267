import { imageFormatOf } from './image/imageFormat.ts';

/** Which kind of document a body is, by its content: names and headers are often wrong. */
export type DocumentKind = 'pdf' | 'zip' | 'ole' | 'rtf' | 'email' | 'notebook' | 'image';

/** Readers accept a header that does not stand at the very beginning. */
const pdfHeaderWithin = 1_024;
const sampleBytes = 4_096;
/** A message begins with its headers, of which these are enough to tell it from any other text. */
const firstHeader =
  /^(?:From |(?:Return-Path|Received|Delivered-To|X-[\w-]+|MIME-Version|Message-ID|Date|From|To|Subject|Content-Type|DKIM-Signature|ARC-[\w-]+|Reply-To|Thread-[\w-]+|References|In-Reply-To|Authentication-Results): )/i;
const mailHeaders = [/^From: .*[@"<]/im, /^(?:Message-ID: *<|MIME-Version: |Received: |Date: \w{3}, |Subject: )/im];

/** Undefined if it is none that has to be read apart from pages. */
export function documentKindOf(body: Buffer): DocumentKind | undefined {
  if (body.subarray(0, pdfHeaderWithin).includes('%PDF-')) return 'pdf';
  if (startsWith(body, [0x50, 0x4b, 0x03, 0x04])) return 'zip';
  if (startsWith(body, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])) return 'ole';
  if (imageFormatOf(body)) return 'image';
  const sample = body.toString('latin1', 0, sampleBytes).replace(/^\xef\xbb\xbf/, '');
  if (/^\s*\{\\rtf\d?/.test(sample)) return 'rtf';
  if (firstHeader.test(sample) && mailHeaders.every((header) => header.test(sample))) return 'email';
  if (/^\s*\{/.test(sample) && body.includes('"nbformat"') && body.includes('"cells"')) return 'notebook';
  return undefined;
}

function startsWith(body: Buffer, bytes: readonly number[]): boolean {
  return bytes.every((byte, at) => body[at] === byte);
}
