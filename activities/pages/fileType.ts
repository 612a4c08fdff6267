import { extname } from 'node:path';

/** What the endings of file names mean, where the caller does not say what the file is. */
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.htm': 'text/html',
  '.xhtml': 'application/xhtml+xml',
  '.md': 'text/markdown',
  '.markdown': 'text/markdown',
  '.txt': 'text/plain',
  '.csv': 'text/csv',
  '.tsv': 'text/tab-separated-values',
  '.json': 'application/json',
  '.xml': 'application/xml',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
};

/** Sent for any file by clients that do not know what it is. */
const unknownTypes: readonly (string | undefined)[] = [
  undefined,
  '',
  'application/octet-stream',
  'binary/octet-stream',
];

/** The content type of a file: as it was sent, or else by its name. */
export function fileTypeOf(name: string, declared: string | undefined): string | undefined {
  const given = declared?.trim().toLowerCase();
  return unknownTypes.includes(given) ? types[extname(name).toLowerCase()] : declared;
}
