import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Failure } from '../../../contracts/failures.ts';

/** The largest image, in pixels, whose data is decoded: a page of A3 at 600 dots an inch. */
const maxImagePixels = 70_000_000;

/** Encodings of Asian fonts, the shapes of the standard fonts, and decoders of images. */
function dataFolders() {
  const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  return {
    cMapUrl: `${folder}/cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${folder}/standard_fonts/`,
    wasmUrl: `${folder}/wasm/`,
  };
}

/**
 * pdf.js is a megabyte, so it is loaded with the first PDF. Its legacy build is the one that supports Node 20. Nothing in
 * a document is run, and nothing outside of it is fetched.
 */
export async function openPdf(body: Buffer, { withImages = false } = {}) {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  try {
    return await getDocument({
      data: new Uint8Array(body),
      isEvalSupported: false,
      enableXfa: false,
      disableFontFace: true,
      useSystemFonts: false,
      stopAtErrors: false,
      ...dataFolders(),
      verbosity: 0,
      maxImageSize: withImages ? maxImagePixels : 1,
    }).promise;
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : '';
    const problem = name === 'PasswordException' ? 'is protected by a password' : 'is damaged and could not be read';
    throw new Failure('PageNotText', `The page is a PDF that ${problem}.`, { cause });
  }
}

export type PdfDocument = Awaited<ReturnType<typeof openPdf>>;
export type PdfPage = Awaited<ReturnType<PdfDocument['getPage']>>;
