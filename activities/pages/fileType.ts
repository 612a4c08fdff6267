import { extname } from 'node:path';
import { fileFormats } from '../../contracts/requests/fileFormats.ts';

/** What the endings of file names mean, where the caller does not say what the file is. */
const types = new Map(
  fileFormats.flatMap(({ extensions, mimeTypes: [type] }) => extensions.map((extension) => [extension, type])),
);

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
  return unknownTypes.includes(given) ? types.get(extname(name).toLowerCase()) : declared;
}
