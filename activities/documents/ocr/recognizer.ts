import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type OcrLanguage, ocrLanguages } from './languages.ts';

/** A line of text in a picture, and where it is, in pixels. */
export interface RecognizedLine {
  text: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Recognizer {
  /** The lines of a picture, without those that are mostly guessed. */
  recognize(picture: Buffer): Promise<RecognizedLine[]>;
  close(): Promise<void>;
}

/** Below it, lines are specks and parts of drawings that were taken for letters. */
const minConfidence = 40;

/** Reads English, unless other languages are given. */
export async function openRecognizer(languages: readonly OcrLanguage[] = ocrLanguages()): Promise<Recognizer> {
  const { createWorker, OEM } = await import('tesseract.js');
  const folder = await linkTogether(languages);
  const codes = languages.map(({ code }) => code);
  const worker = await createWorker(codes, OEM.LSTM_ONLY, {
    langPath: folder,
    cacheMethod: 'none',
    gzip: true,
    // A failure also rejects the call that it belongs to.
    errorHandler: () => {},
  }).finally(() => rm(folder, { recursive: true }));
  return {
    async recognize(picture) {
      const { data } = await worker.recognize(picture, {}, { blocks: true, text: false });
      const lines = (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.lines));
      return lines
        .filter(({ confidence, text }) => confidence >= minConfidence && /[\p{L}\p{N}]/u.test(text))
        .map(({ text, bbox: { x0, y0, x1, y1 } }) => ({ text: text.trim(), left: x0, top: y0, right: x1, bottom: y1 }));
    },
    async close() {
      await worker.terminate();
    },
  };
}

/** Tesseract.js reads the data of all languages from one folder, under these names, whether it is compressed or not. */
async function linkTogether(languages: readonly OcrLanguage[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sightread-ocr-'));
  for (const { code, file } of languages) await symlink(resolve(file), join(folder, `${code}.traineddata.gz`));
  return folder;
}
