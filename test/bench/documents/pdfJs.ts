import { openPdf } from '../../../activities/documents/pdf/open.ts';

/** Has pdf.js alone find the text of a PDF, as a program without layout would. Returns the number of its pages. */
export async function readByPdfJs(body: Buffer): Promise<number> {
  const document = await openPdf(body);
  try {
    for (let number = 1; number <= document.numPages; number++) await (await document.getPage(number)).getTextContent();
    return document.numPages;
  } finally {
    await document.loadingTask.destroy();
  }
}
