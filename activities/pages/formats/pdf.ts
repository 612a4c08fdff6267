import { Failure } from '../../../contracts/failures.ts';

export interface PdfPage {
  markdown: string;
  title?: string;
  author?: string;
  warning?: string;
}

const maxPages = 500;
/** About the length of ten novels. */
const maxCharacters = 5_000_000;
const timeoutMs = 15_000;

/** A piece of text as pdf.js gives it, with its vertical position. */
interface TextRun {
  str: string;
  hasEOL: boolean;
  y: number;
  height: number;
}

interface Line {
  text: string;
  y: number;
  height: number;
}

function isTextItem(item: object): item is { str: string; hasEOL: boolean; transform: number[]; height: number } {
  return 'str' in item && 'transform' in item;
}

function toLines(runs: readonly TextRun[]): Line[] {
  const lines: Line[] = [];
  let text = '';
  for (const { str, hasEOL, y, height } of runs) {
    text += str;
    if (!hasEOL) continue;
    lines.push({ text: text.trim(), y, height });
    text = '';
  }
  const last = runs[runs.length - 1];
  if (text.trim() && last) lines.push({ text: text.trim(), y: last.y, height: last.height });
  return lines;
}

/** Joins lines into paragraphs: a gap of more than about a line and a half begins a new one. */
function paragraphs(lines: readonly Line[]): string {
  let text = '';
  let before: Line | undefined;
  for (const line of lines) {
    if (line.text === '') continue;
    const gap = before ? before.y - line.y : 0;
    const isNewParagraph = before !== undefined && (gap < 0 || gap > 1.7 * Math.max(before.height, line.height, 6));
    if (before) text += isNewParagraph ? '\n\n' : /\p{L}-$/u.test(text) ? '' : '\n';
    // A word that was hyphenated at the end of the line.
    if (before && !isNewParagraph && /\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(line.text)) text = text.slice(0, -1);
    text += line.text;
    before = line;
  }
  return text;
}

function textField(info: unknown, field: string): string | undefined {
  if (typeof info !== 'object' || info === null) return undefined;
  const value: unknown = Object.entries(info).find(([name]) => name === field)?.[1];
  return typeof value === 'string' && value.trim() ? value.trim().slice(0, 1000) : undefined;
}

/** pdf.js is a megabyte, so it is loaded with the first PDF. Its legacy build is the one that supports Node 20. */
async function openPdf(body: Buffer) {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  try {
    return await getDocument({
      data: new Uint8Array(body),
      isEvalSupported: false,
      disableFontFace: true,
      useSystemFonts: false,
      stopAtErrors: false,
      verbosity: 0,
      maxImageSize: 1,
    }).promise;
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : '';
    const problem = name === 'PasswordException' ? 'is protected by a password' : 'is damaged and could not be read';
    throw new Failure('PageNotText', `The page is a PDF that ${problem}.`, { cause });
  }
}

export async function readPdf(body: Buffer): Promise<PdfPage> {
  const document = await openPdf(body);
  try {
    const started = performance.now();
    const total = document.numPages;
    const pages: string[] = [];
    let length = 0;
    let read = 0;
    while (read < Math.min(total, maxPages) && length < maxCharacters && performance.now() - started < timeoutMs) {
      read++;
      const text = await pageText(document, read);
      length += text.length;
      if (text) pages.push(text);
    }
    if (pages.length === 0)
      throw new Failure('PageNotText', 'The page is a PDF without text in it, perhaps of scanned pages.');
    const { info } = await document.getMetadata().catch(() => ({ info: undefined }));
    const title = textField(info, 'Title');
    const author = textField(info, 'Author');
    return {
      markdown: pages.join('\n\n'),
      ...(title ? { title } : {}),
      ...(author ? { author } : {}),
      ...(read < total ? { warning: `Only the first ${read} of the PDF's ${total} pages were read.` } : {}),
    };
  } finally {
    await document.loadingTask.destroy();
  }
}

type OpenPdf = Awaited<ReturnType<typeof openPdf>>;

/** A broken page is empty, so that the others can still be read. */
async function pageText(document: OpenPdf, number: number): Promise<string> {
  try {
    const page = await document.getPage(number);
    const { items }: { items: readonly object[] } = await page.getTextContent();
    page.cleanup();
    const runs = items.filter(isTextItem).map(({ str, hasEOL, transform, height }) => ({
      str,
      hasEOL,
      y: transform[5] ?? 0,
      height,
    }));
    return paragraphs(toLines(runs));
  } catch {
    return '';
  }
}
