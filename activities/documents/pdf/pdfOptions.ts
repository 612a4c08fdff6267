import type { PageOptions } from '../../../contracts/requests/pageOptions.ts';

export interface PdfOptions {
  maxPages?: number | undefined;
  /** `auto` reads pages without text by OCR, `fast` leaves them out. */
  mode?: 'auto' | 'fast' | undefined;
}

/** What the `parsers` of a request say about PDFs; the first that says something counts. */
export function pdfOptionsOf(parsers: PageOptions['parsers']): PdfOptions {
  for (const parser of parsers ?? [])
    if (typeof parser === 'object' && parser.type === 'pdf') return { maxPages: parser.maxPages, mode: parser.mode };
  return {};
}
