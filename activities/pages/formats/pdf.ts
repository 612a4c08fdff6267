import { Failure } from '../../../contracts/failures.ts';

export interface PdfPage {
  markdown: string;
  title?: string;
  author?: string;
  warning?: string;
}

const maxPages = 500;
/** A body of this many characters is a book; more would only fill the store. */
const maxCharacters = 5_000_000;
const maxMilliseconds = 15_000;

interface Item {
  str: string;
  hasEOL: boolean;
  y: number;
  height: number;
}

function isItem(item: object): item is { str: string; hasEOL: boolean; transform: number[]; height: number } {
  return 'str' in item && 'transform' in item;
}

/** Lines joined into paragraphs: a gap of more than a line and a half begins a new one. */
function paragraphs(items: readonly Item[]): string {
  const lines: { text: string; y: number; height: number }[] = [];
  let line = '';
  for (const item of items) {
    line += item.str;
    if (!item.hasEOL) continue;
    lines.push({ text: line.trim(), y: item.y, height: item.height });
    line = '';
  }
  const last = items[items.length - 1];
  if (line.trim() && last) lines.push({ text: line.trim(), y: last.y, height: last.height });
  let text = '';
  let before: { text: string; y: number; height: number } | undefined;
  for (const at of lines) {
    if (at.text === '') continue;
    const gap = before ? before.y - at.y : 0;
    const breaks = before !== undefined && (gap < 0 || gap > 1.7 * Math.max(before.height, at.height, 6));
    if (before) text += breaks ? '\n\n' : /\p{L}-$/u.test(text) ? '' : '\n';
    // A word that was divided at the line's end.
    if (before && !breaks && /\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(at.text)) text = text.slice(0, -1);
    text += at.text;
    before = at;
  }
  return text;
}

function textField(info: unknown, field: string): string | undefined {
  if (typeof info !== 'object' || info === null) return undefined;
  const value: unknown = Object.entries(info).find(([name]) => name === field)?.[1];
  return typeof value === 'string' && value.trim() ? value.trim().slice(0, 1000) : undefined;
}

/** Loaded with the first PDF: most pages are none, and it is a megabyte. The legacy build is the one for Node 20. */
async function open(body: Buffer) {
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
    const said = name === 'PasswordException' ? 'is protected by a password' : 'is damaged and could not be read';
    throw new Failure('PageNotText', `The page is a PDF that ${said}.`, { cause });
  }
}

export async function readPdf(body: Buffer): Promise<PdfPage> {
  const document = await open(body);
  try {
    const started = performance.now();
    const total = document.numPages;
    const pages: string[] = [];
    let length = 0;
    let read = 0;
    while (
      read < Math.min(total, maxPages) &&
      length < maxCharacters &&
      performance.now() - started < maxMilliseconds
    ) {
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

type OpenPdf = Awaited<ReturnType<typeof open>>;

/** One broken page does not cost the others. */
async function pageText(document: OpenPdf, number: number): Promise<string> {
  try {
    const page = await document.getPage(number);
    const { items }: { items: readonly object[] } = await page.getTextContent();
    page.cleanup();
    return paragraphs(
      items.filter(isItem).map(({ str, hasEOL, transform, height }) => ({ str, hasEOL, y: transform[5] ?? 0, height })),
    );
  } catch {
    return '';
  }
}
