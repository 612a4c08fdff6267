import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { afterAll, expect, it } from 'vitest';
import { ocrLanguages } from '../../../activities/documents/ocr/languages.ts';
import { openRecognizer } from '../../../activities/documents/ocr/recognizer.ts';
import { ocrLanguageCodes } from '../../../runtime/settingParsers.ts';

const folder = mkdtempSync(join(tmpdir(), 'ocr-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('OCR reads the languages whose data is in a folder or installed from npm', async () => {
  const [english] = ocrLanguages();
  // The data of another language under its own name would be one more package.
  copyFileSync(english?.file ?? '', join(folder, 'deu.traineddata.gz'));
  const languages = ocrLanguages({ codes: ['deu', 'eng'], folder });
  expect(languages).toEqual([{ code: 'deu', file: join(folder, 'deu.traineddata.gz') }, english]);
  const recognizer = await openRecognizer(languages);
  try {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="100" font-size="40"><rect width="600" height="100" fill="#fff"/><text x="20" y="60">Ships at sea</text></svg>`;
    const lines = await recognizer.recognize(new Resvg(svg).render().asPng());
    expect(lines.map(({ text }) => text)).toEqual(['Ships at sea']);
  } finally {
    await recognizer.close();
  }
});

it('OCR names the language whose data is missing, and how to get it', () => {
  expect(() => ocrLanguages({ codes: ['eng', 'xyz'], folder })).toThrow(
    'OCR_LANGUAGES: there is no data for "xyz"; install @tesseract.js-data/xyz from npm, or put xyz.traineddata into OCR_DATA_FOLDER',
  );
  expect(() => ocrLanguageCodes('eng, ../etc')).toThrow('"../etc" is not');
  expect(ocrLanguageCodes('eng, chi_sim,eng')).toEqual(['eng', 'chi_sim']);
});
