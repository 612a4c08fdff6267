import { Failure } from '../../contracts/failures.ts';
import type { PageOptions } from '../../contracts/requests/pageOptions.ts';
import { type Archive, openArchive } from './archive.ts';
import type { DocumentContent } from './content.ts';
import { readEmail } from './email.ts';
import { readEpub } from './epub.ts';
import { readImage } from './image/readImage.ts';
import type { DocumentKind } from './kind.ts';
import { readNotebook } from './notebook.ts';
import type { OcrLanguage } from './ocr/languages.ts';
import { readOpenDocument } from './odf/openDocument.ts';
import { readDocx } from './opc/docx.ts';
import { readPptx } from './opc/pptx/presentation.ts';
import { readXlsx } from './opc/xlsx/workbook.ts';
import { pdfOptionsOf } from './pdf/pdfOptions.ts';
import { readPdf } from './pdf/readPdf.ts';
import { readRtf } from './rtf/rtf.ts';
import { allNamed, attribute, parseXml } from './xml.ts';

interface ReadOptions {
  url: string;
  parsers?: PageOptions['parsers'];
  /** The languages that OCR reads, if not only English. */
  languages?: readonly OcrLanguage[] | undefined;
}

type Reader = (body: Buffer, options: ReadOptions) => Promise<DocumentContent>;

/** The packages that some of them need are loaded with the first document of its kind. */
const readers: Readonly<Record<DocumentKind, Reader>> = {
  pdf: (body, { parsers, languages }) => readPdf(body, { ...pdfOptionsOf(parsers), languages }),
  zip: readArchive,
  ole: refuseOle,
  rtf: async (body) => readRtf(body),
  email: readEmail,
  notebook: readNotebook,
  image: (body, { url, parsers, languages }) => readImage(body, { url, hasOcr: asksForOcr(parsers), languages }),
};

/** Reads a document that is no page. Rejects with a `Failure` that says what is in the way. */
export function readFile(kind: DocumentKind, body: Buffer, options: ReadOptions): Promise<DocumentContent> {
  return readers[kind](body, options);
}

/** Most images have no text in them, so it is only looked for if somebody says so. */
function asksForOcr(parsers: ReadOptions['parsers']): boolean {
  return parsers?.some((parser) => typeof parser === 'object' && parser.type === 'image' && parser.ocr) ?? false;
}

/** The end of the content type of the main part of an Office document, and its reader. Macros are never looked at. */
const officeReaders: readonly [RegExp, (archive: Archive, part: string) => Promise<DocumentContent>][] = [
  [/wordprocessingml\.(?:document|template)\.main|ms-word\.(?:document|template)\.macroEnabled/, readDocx],
  [/presentationml\.(?:presentation|slideshow|template)\.main|ms-powerpoint\.\w+\.macroEnabled\.main/, readPptx],
  [/spreadsheetml\.(?:sheet|template)\.main|ms-excel\.(?:sheet|template)\.macroEnabled\.main/, readXlsx],
];

async function readArchive(body: Buffer): Promise<DocumentContent> {
  const archive = await openArchive(body);
  if (archive.has('[Content_Types].xml')) {
    const types = allNamed(parseXml(await archive.text('[Content_Types].xml')), 'Override');
    for (const type of types)
      for (const [main, read] of officeReaders)
        if (main.test(attribute(type, 'ContentType') ?? ''))
          return read(archive, (attribute(type, 'PartName') ?? '').replace(/^\//, ''));
  }
  const type = archive.has('mimetype') ? (await archive.text('mimetype')).trim() : '';
  if (type === 'application/epub+zip' || archive.has('META-INF/container.xml')) return readEpub(archive);
  if (type.startsWith('application/vnd.oasis.opendocument.')) return readOpenDocument(archive);
  throw new Failure('PageNotText', 'The page is a ZIP archive, which has no text to read.');
}

/** Old Office documents, and new ones that are encrypted, are files of this kind. */
async function refuseOle(body: Buffer): Promise<never> {
  const isEncrypted = body.includes(Buffer.from('EncryptedPackage', 'utf16le'));
  const problem = isEncrypted
    ? 'The document is protected by a password.'
    : 'The page is an Office document from before 2007, which cannot be read. Save it as DOCX, XLSX or PPTX.';
  throw new Failure('PageNotText', problem);
}
