/** Makes the smallest Office documents that programs would open. */
import { type ZipOptions, zip } from './zip.ts';

const office = 'application/vnd.openxmlformats-officedocument';
const relationshipTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const sheet = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const drawing =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
const relationIds = `xmlns:r="${relationshipTypes}"`;

export type Files = Record<string, string | Buffer>;

function contentTypes(part: string, type: string): string {
  return `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${part}" ContentType="${office}.${type}.main+xml"/></Types>`;
}

export function relations(each: readonly { id: string; type: string; target: string; mode?: 'External' }[]): string {
  const lines = each.map(
    ({ id, type, target, mode }) =>
      `<Relationship Id="${id}" Type="${relationshipTypes}/${type}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${lines.join('')}</Relationships>`;
}

export function properties(fields: { title: string; creator: string }): string {
  return `<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:title>${fields.title}</dc:title><dc:creator>${fields.creator}</dc:creator></cp:coreProperties>`;
}

/** `body` is the content of `<w:body>`. */
export function docx(body: string, files: Files = {}, options: ZipOptions = {}): Buffer {
  return zip(
    {
      '[Content_Types].xml': contentTypes('word/document.xml', 'wordprocessingml.document'),
      '_rels/.rels': relations([{ id: 'rId1', type: 'officeDocument', target: 'word/document.xml' }]),
      'word/document.xml': `<w:document ${word} ${relationIds}><w:body>${body}</w:body></w:document>`,
      ...files,
    },
    options,
  );
}

/** The styles of headings as Word names them. */
export const wordStyles = `<w:styles ${word}>${[1, 2]
  .map(
    (level) =>
      `<w:style w:type="paragraph" w:styleId="berschrift${level}"><w:name w:val="heading ${level}"/></w:style>`,
  )
  .join('')}</w:styles>`;

/** `sheets` are the contents of `<worksheet>`, by their names. */
export function xlsx(sheets: Readonly<Record<string, string>>, files: Files = {}): Buffer {
  const names = Object.keys(sheets);
  const workbook = `<workbook ${sheet} ${relationIds}><sheets>${names
    .map(
      (name, at) =>
        `<sheet name="${name}" sheetId="${at + 1}" r:id="s${at}"${name.startsWith('Hidden') ? ' state="hidden"' : ''}/>`,
    )
    .join('')}</sheets></workbook>`;
  return zip({
    '[Content_Types].xml': contentTypes('xl/workbook.xml', 'spreadsheetml.sheet'),
    'xl/workbook.xml': workbook,
    'xl/_rels/workbook.xml.rels': relations([
      ...names.map((_, at) => ({ id: `s${at}`, type: 'worksheet', target: `worksheets/sheet${at}.xml` })),
      { id: 'strings', type: 'sharedStrings', target: 'sharedStrings.xml' },
      { id: 'styles', type: 'styles', target: '/xl/styles.xml' },
    ]),
    ...Object.fromEntries(
      Object.values(sheets).map((content, at) => [
        `xl/worksheets/sheet${at}.xml`,
        `<worksheet ${sheet} ${relationIds}>${content}</worksheet>`,
      ]),
    ),
    ...files,
  });
}

/** `slides` are the contents of their `<p:spTree>`. */
export function pptx(slides: readonly string[], files: Files = {}): Buffer {
  return zip({
    '[Content_Types].xml': contentTypes('ppt/presentation.xml', 'presentationml.presentation'),
    'ppt/presentation.xml': `<p:presentation ${drawing} ${relationIds}><p:sldIdLst>${slides
      .map((_, at) => `<p:sldId id="${256 + at}" r:id="s${at}"/>`)
      .join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      slides.map((_, at) => ({ id: `s${at}`, type: 'slide', target: `slides/slide${at}.xml` })),
    ),
    ...Object.fromEntries(
      slides.map((content, at) => [
        `ppt/slides/slide${at}.xml`,
        `<p:sld ${drawing} ${relationIds}><p:cSld><p:spTree>${content}</p:spTree></p:cSld></p:sld>`,
      ]),
    ),
    ...files,
  });
}

/** `body` is the content of `<office:body>`. */
export function openDocument(type: 'text' | 'spreadsheet' | 'presentation', body: string, files: Files = {}): Buffer {
  return zip({
    mimetype: `application/vnd.oasis.opendocument.${type}`,
    'content.xml': `<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="tb" xmlns:draw="d" xmlns:xlink="x"><office:body><office:${type}>${body}</office:${type}></office:body></office:document-content>`,
    ...files,
  });
}
