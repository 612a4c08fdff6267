import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A language that OCR reads, and the file with what Tesseract has learned of it. */
export interface OcrLanguage {
  code: string;
  file: string;
}

interface Source {
  /** Tesseract's codes, such as `eng` and `deu`. */
  codes: readonly string[];
  /** A folder of the operator, which comes before the packages. */
  folder?: string | undefined;
}

/** Finds the data of languages: nothing is downloaded when a page is read. Throws if it is missing. */
export function ocrLanguages({ codes, folder }: Source = { codes: ['eng'] }): OcrLanguage[] {
  return codes.map((code) => {
    const names = [`${code}.traineddata.gz`, `${code}.traineddata`];
    const folders = [folder, packageFolder(code)].filter((each) => each !== undefined);
    const file = folders.flatMap((each) => names.map((name) => join(each, name))).find((each) => existsSync(each));
    if (file) return { code, file };
    throw new Error(
      `OCR_LANGUAGES: there is no data for "${code}"; install @tesseract.js-data/${code} from npm, or put ${names[1]} into OCR_DATA_FOLDER`,
    );
  });
}

/** Where npm has installed the data of a language. */
function packageFolder(code: string): string | undefined {
  try {
    const installed = createRequire(import.meta.url).resolve(`@tesseract.js-data/${code}/package.json`);
    return join(dirname(installed), '4.0.0_best_int');
  } catch {
    return undefined;
  }
}
