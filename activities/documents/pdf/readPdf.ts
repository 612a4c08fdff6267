import { Failure } from '../../../contracts/failures.ts';
import type { DocumentContent } from '../content.ts';
import type { OcrOptions } from '../ocr/readPictures.ts';
import { openPdf, type PdfDocument } from './open.ts';
import { readOutline } from './outline.ts';
import { pagesToHtml } from './pagesToHtml.ts';
import { readPdfMetadata } from './pdfMetadata.ts';
import type { PdfOptions } from './pdfOptions.ts';
import { type PageContent, pageOfRuns, readPage } from './readPage.ts';
import { readScannedPages } from './scannedPages.ts';

const mostPages = 500;
/** About the length of ten novels. */
const maxCharacters = 5_000_000;
const timeoutMs = 15_000;

export async function readPdf(
  body: Buffer,
  { maxPages = mostPages, mode = 'auto', languages }: PdfOptions & Pick<OcrOptions, 'languages'> = {},
): Promise<DocumentContent> {
  const startedAt = performance.now();
  const document = await openPdf(body);
  try {
    const written = await readPages(document, Math.min(maxPages, mostPages));
    const { pages, scanned, read } =
      mode === 'auto'
        ? await readScannedPages(body, written, { languages, startedAt })
        : { pages: written, scanned: 0, read: 0 };
    const text = pagesToHtml(pages, await readOutline(document));
    if (!text) throw new Failure('PageNotText', 'The page is a PDF without text in it, perhaps of scanned pages.');
    const { html, heading } = text;
    return {
      html,
      metadata: { ...(heading && { title: heading }), ...(await readPdfMetadata(document)) },
      ...warningOf([
        pages.length < document.numPages &&
          `Only the first ${pages.length} of the PDF's ${document.numPages} pages were read.`,
        read < scanned && `Only the first ${read} of the ${scanned} pages without text were read by OCR.`,
      ]),
    };
  } finally {
    await document.loadingTask.destroy();
  }
}

function warningOf(parts: readonly (string | false)[]): { warning?: string } {
  const warning = parts.filter((part) => part !== false).join(' ');
  return warning ? { warning } : {};
}

async function readPages(document: PdfDocument, maxPages: number): Promise<PageContent[]> {
  const started = performance.now();
  const total = Math.min(document.numPages, maxPages);
  const pages: PageContent[] = [];
  let length = 0;
  while (pages.length < total && length < maxCharacters && performance.now() - started < timeoutMs) {
    const page = await readPageOrNothing(document, pages.length + 1);
    for (const { text } of page.runs) length += text.length;
    pages.push(page);
  }
  return pages;
}

/** A broken page is empty, so that the others can still be read. */
async function readPageOrNothing(document: PdfDocument, number: number): Promise<PageContent> {
  try {
    return await readPage(await document.getPage(number));
  } catch {
    return pageOfRuns([], { width: 0, height: 0 });
  }
}
