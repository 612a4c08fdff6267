import { maxOcrPixels, type OcrOptions, type Picture, readPictures } from '../ocr/readPictures.ts';
import { openPdf, type PdfDocument } from './open.ts';
import type { PageContent } from './readPage.ts';
import { recognizedText } from './recognizedText.ts';

const dotsPerPoint = 200 / 72;

interface ScannedPages {
  /** All pages, with the text of those that were read. */
  pages: PageContent[];
  /** How many pages have no text, and how many of them were read. */
  scanned: number;
  read: number;
}

/** Reads the pages that have no text by OCR. */
export async function readScannedPages(
  body: Buffer,
  pages: readonly PageContent[],
  ocr: OcrOptions,
): Promise<ScannedPages> {
  const scanned = pages.flatMap((page, index) => (isScanned(page) ? [index] : []));
  if (scanned.length === 0) return { pages: [...pages], scanned: 0, read: 0 };
  const document = await openPdf(body, { withImages: true });
  try {
    const texts = await readPictures(
      scanned.map((index) => () => drawPage(document, index + 1)),
      ocr,
    );
    const runs = new Map(texts.map((lines, at) => [scanned[at], recognizedText(lines)]));
    return {
      pages: pages.map((page, index) => ({ ...page, runs: runs.get(index) ?? page.runs })),
      scanned: scanned.length,
      read: texts.length,
    };
  } finally {
    await document.loadingTask.destroy();
  }
}

function isScanned({ runs, turned, width }: PageContent): boolean {
  return width > 0 && runs.length === 0 && turned.length === 0;
}

interface NodeCanvas {
  canvas: { toBuffer(type: 'image/png'): Buffer };
}

/** Drawing the whole page puts images of strips, masks and rotated ones in their places. */
async function drawPage(document: PdfDocument, number: number): Promise<Picture> {
  const page = await document.getPage(number);
  const { width, height } = page.getViewport({ scale: 1 });
  const scale = Math.min(dotsPerPoint, Math.sqrt(maxOcrPixels / (width * height)));
  const viewport = page.getViewport({ scale });
  // In Node it makes canvases of @napi-rs/canvas, which comes with pdf.js.
  const factory = document.canvasFactory as { create(width: number, height: number): NodeCanvas };
  const { canvas } = factory.create(Math.ceil(viewport.width), Math.ceil(viewport.height));
  await page.render({ canvas, viewport, background: 'white' }).promise;
  page.cleanup();
  return { png: canvas.toBuffer('image/png'), scale };
}
