import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { fileTypeOf } from '../../../activities/pages/fileType.ts';
import { fileFormats } from '../../../contracts/requests/fileFormats.ts';
import { docx, openDocument, pptx, xlsx } from '../../support/office.ts';
import { pdf } from '../../support/pdf.ts';
import { zip } from '../../support/zip.ts';
import { discSvg } from '../icons/support/pictures.ts';
import { pageOf } from './pageOf.ts';

const text = 'The keeper counted ships.';
const paragraph = `<text:p>${text}</text:p>`;
const web = `<html><head><title>Log</title></head><body><p>${text}</p></body></html>`;

const documents: Record<string, string | Buffer> = {
  pdf: pdf([[text]]),
  docx: docx(`<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`),
  pptx: pptx([`<p:sp><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`]),
  xlsx: xlsx({ Log: `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>` }),
  odt: openDocument('text', paragraph),
  odp: openDocument(
    'presentation',
    `<draw:page><draw:frame><draw:text-box>${paragraph}</draw:text-box></draw:frame></draw:page>`,
  ),
  ods: openDocument(
    'spreadsheet',
    `<table:table><table:table-row><table:table-cell>${paragraph}</table:table-cell></table:table-row></table:table>`,
  ),
  rtf: String.raw`{\rtf1\ansi ${text}\par}`,
  epub: zip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
    'book.opf':
      '<package><manifest><item id="a" href="a.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>',
    'a.xhtml': web,
  }),
  eml: `From: "Keeper" <keeper@example.com>\r\nSubject: Log\r\nMIME-Version: 1.0\r\n\r\n${text}\r\n`,
  ipynb: JSON.stringify({ nbformat: 4, metadata: {}, cells: [{ cell_type: 'markdown', source: text }] }),
  html: web,
  xhtml: `<?xml version="1.0"?>${web.replace('<html>', '<html xmlns="http://www.w3.org/1999/xhtml">')}`,
  markdown: `# Log\n\n${text}`,
  txt: text,
  csv: `day,entry\n1,${text}`,
  tsv: `day\tentry\n1\t${text}`,
  json: JSON.stringify({ entry: text }),
  xml: `<log><entry>${text}</entry></log>`,
};

/** A bitmap of one pixel; sharp writes none. */
const bmp = Buffer.from(
  '424d3a0000000000000036000000280000000100000001000000010018000000000004000000000000000000000000000000000000000000ff00',
  'hex',
);

async function picture(format: string): Promise<Buffer> {
  if (format === 'bmp') return bmp;
  if (format === 'svg') return Buffer.from(discSvg('#d33'));
  const canvas = sharp({ create: { width: 40, height: 30, channels: 3, background: '#06c' } });
  return canvas.toFormat(format as 'png').toBuffer();
}

describe('a file format that is listed', () => {
  for (const { format, kind, extensions, mimeTypes } of fileFormats) {
    it(`is read: ${format}`, async () => {
      const body = kind === 'image' ? await picture(format) : documents[format];
      if (body === undefined) throw new Error(`there is no sample of ${format}`);
      for (const extension of extensions) {
        const contentType = fileTypeOf(`Log${extension.toUpperCase()}`, 'application/octet-stream');
        expect(contentType).toBe(mimeTypes[0]);
        const { markdown } = await pageOf(body, { url: `file:///log${extension}`, contentType });
        expect(markdown).toMatch(kind === 'image' ? new RegExp(`${format} image`, 'i') : text);
      }
    });
  }
});
