import type { OcrLanguage } from './languages.ts';
import { openRecognizer, type RecognizedLine } from './recognizer.ts';

/** A page takes seconds. */
const maxPictures = 10;
/** What is left of the document's time is for a last page, and for the layout. */
const timeoutMs = 9_000;
/** A page of A3 at 200 dots an inch; a larger one is drawn with fewer dots. */
export const maxOcrPixels = 8_000_000;

export interface OcrOptions {
  languages?: readonly OcrLanguage[] | undefined;
  /** When the document was begun; the time for OCR counts from there. */
  startedAt?: number;
}

/** A page that is drawn for OCR, and how many of its pixels there are to one of the page's own units. */
export interface Picture {
  png: Buffer;
  scale: number;
}

/**
 * Reads pictures of pages by OCR, one after the other, until there are enough of them or the time is up. A page that
 * cannot be drawn has no text. Returns the lines of those that were read, in the units of their pages.
 */
export async function readPictures(
  draws: readonly (() => Promise<Picture>)[],
  { languages, startedAt = performance.now() }: OcrOptions = {},
): Promise<RecognizedLine[][]> {
  const pages: RecognizedLine[][] = [];
  const recognizer = await openRecognizer(languages);
  try {
    for (const draw of draws.slice(0, maxPictures)) {
      // At least one, however long it took to load the recognizer.
      if (pages.length > 0 && performance.now() - startedAt > timeoutMs) break;
      try {
        const { png, scale } = await draw();
        const lines = await recognizer.recognize(png);
        pages.push(lines.map((line) => scaled(line, 1 / scale)));
      } catch {
        pages.push([]);
      }
    }
  } finally {
    await recognizer.close();
  }
  return pages;
}

function scaled({ text, left, right, top, bottom }: RecognizedLine, factor: number): RecognizedLine {
  return { text, left: left * factor, right: right * factor, top: top * factor, bottom: bottom * factor };
}
