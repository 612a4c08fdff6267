/** A kind of file that can be read. Its bytes decide what a file is; its type and its name count where they do not tell. */
export interface FileFormat {
  format: string;
  kind: 'document' | 'image';
  /** Endings of names, with the dot. */
  extensions: readonly string[];
  /** The usual one first. */
  mimeTypes: readonly [string, ...string[]];
}

const office = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

export const fileFormats: readonly FileFormat[] = [
  document('pdf', ['.pdf'], 'application/pdf'),
  document('docx', ['.docx'], `${office}.wordprocessingml.document`),
  document('pptx', ['.pptx'], `${office}.presentationml.presentation`),
  document('xlsx', ['.xlsx'], `${office}.spreadsheetml.sheet`),
  document('odt', ['.odt'], `${openDocument}.text`),
  document('odp', ['.odp'], `${openDocument}.presentation`),
  document('ods', ['.ods'], `${openDocument}.spreadsheet`),
  document('rtf', ['.rtf'], 'application/rtf', 'text/rtf'),
  document('epub', ['.epub'], 'application/epub+zip'),
  document('eml', ['.eml'], 'message/rfc822'),
  document('ipynb', ['.ipynb'], 'application/x-ipynb+json'),
  document('html', ['.html', '.htm'], 'text/html'),
  document('xhtml', ['.xhtml'], 'application/xhtml+xml'),
  document('markdown', ['.md', '.markdown'], 'text/markdown'),
  document('txt', ['.txt'], 'text/plain'),
  document('csv', ['.csv'], 'text/csv'),
  document('tsv', ['.tsv'], 'text/tab-separated-values'),
  document('json', ['.json'], 'application/json'),
  document('xml', ['.xml'], 'application/xml', 'text/xml'),
  image('png', ['.png'], 'image/png'),
  image('jpeg', ['.jpg', '.jpeg'], 'image/jpeg'),
  image('gif', ['.gif'], 'image/gif'),
  image('webp', ['.webp'], 'image/webp'),
  image('avif', ['.avif'], 'image/avif'),
  image('tiff', ['.tif', '.tiff'], 'image/tiff'),
  image('bmp', ['.bmp'], 'image/bmp'),
  image('svg', ['.svg'], 'image/svg+xml'),
];

function document(format: string, extensions: readonly string[], ...mimeTypes: [string, ...string[]]): FileFormat {
  return { format, kind: 'document', extensions, mimeTypes };
}

function image(format: string, extensions: readonly string[], mimeType: string): FileFormat {
  return { format, kind: 'image', extensions, mimeTypes: [mimeType] };
}
