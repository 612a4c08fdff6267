import { Failure } from '../../../contracts/failures.ts';
import { maxPixels } from '../../icons/decode/limits.ts';
import type { DocumentContent } from '../content.ts';
import { decodePath } from '../decodePath.ts';
import { element, escapeText, imageName } from '../html.ts';
import { metadataOf } from '../metadata.ts';
import { type OcrOptions, readPictures } from '../ocr/readPictures.ts';
import { pagesToHtml } from '../pdf/pagesToHtml.ts';
import { pageOfRuns } from '../pdf/readPage.ts';
import { recognizedText } from '../pdf/recognizedText.ts';
import { readDrawing } from './drawing.ts';
import { formatNames, type ImageFormat, imageFormatOf } from './imageFormat.ts';
import type { ImageText } from './imageText.ts';
import { openRaster, type Raster } from './raster.ts';

interface Options {
  url: string;
  /** Whether the text in the image is read. */
  hasOcr: boolean;
  languages?: OcrOptions['languages'];
}

/** An image as a page: what it is, what its makers say about it, and the words in it if they are asked for. */
export async function readImage(body: Buffer, { url, hasOcr, languages }: Options): Promise<DocumentContent> {
  const format = imageFormatOf(body);
  if (format === undefined) throw new Error('the body is not an image');
  if (format === 'svg') {
    const drawing = readDrawing(body);
    if (!drawing) throw new Failure('PageNotText', 'The page is an SVG image that is damaged.');
    const words = drawing.words.map((text) => element('p', escapeText(text))).join('');
    return pageOf({ format, url, ...drawing }, words);
  }
  const raster = await openRaster(body, format);
  const { html, warning } = hasOcr ? await readWords(raster, languages) : { html: '', warning: undefined };
  const page = pageOf({ format, url, ...raster }, html);
  return { ...page, ...(warning && { warning }) };
}

interface Image {
  format: ImageFormat;
  url: string;
  width: number;
  height: number;
  pages?: number;
  text: ImageText;
}

function pageOf({ format, url, width, height, pages = 1, text }: Image, words: string): DocumentContent {
  const size = width > 0 && height > 0 ? `, ${width} × ${height} pixels` : '';
  const count = pages > 1 ? `, ${pages} pages` : '';
  const { title, description } = text;
  return {
    html: [
      title ? element('h1', escapeText(title)) : '',
      element('p', imageHtml(url, title || description)),
      description && description !== title ? element('p', escapeText(description)) : '',
      element('p', `${formatNames[format]} image${size}${count}`),
      words && `<hr>${words}`,
    ].join(''),
    metadata: {
      ...metadataOf({ ...text }),
      ...(size && { width, height }),
      ...(pages > 1 && { numPages: pages }),
    },
  };
}

/** An uploaded file has no address. */
function imageHtml(url: string, description: string | undefined): string {
  const { protocol, pathname } = new URL(url);
  const name = decodePath(pathname.split('/').pop() ?? '');
  if (!/^https?:$/.test(protocol)) return imageName(description, name);
  return element('img', '', { src: url, alt: description || name }).replace('</img>', '');
}

async function readWords(
  { width, height, pages, draw }: Raster,
  languages: OcrOptions['languages'],
): Promise<{ html: string; warning?: string }> {
  if (width * height > maxPixels)
    return { html: '', warning: 'The image has too many pixels for its text to be read by OCR.' };
  let damaged = 0;
  const draws = Array.from(
    { length: pages },
    (_, page) => () =>
      draw(page).catch((error: unknown) => {
        damaged++;
        throw error;
      }),
  );
  const read = await readPictures(draws, { languages });
  const text = pagesToHtml(read.map((lines) => pageOfRuns(recognizedText(lines), { width, height })));
  const warning = warningOf({ pages, read: read.length, damaged, hasText: text !== undefined });
  return { html: text?.html ?? '', ...(warning && { warning }) };
}

function warningOf({
  pages,
  read,
  damaged,
  hasText,
}: Record<'pages' | 'read' | 'damaged', number> & { hasText: boolean }) {
  if (damaged > 0) return 'The image is damaged, so not all of its text could be read by OCR.';
  if (read < pages) return `Only the first ${read} of the image's ${pages} pages were read by OCR.`;
  return hasText ? undefined : 'No text was found in the image by OCR.';
}
