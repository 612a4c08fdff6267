/** OpenDocument, as LibreOffice writes it: texts, sheets and slides have one format in common. */
import { Failure } from '../../../contracts/failures.ts';
import type { PageMetadata } from '../../../contracts/results/page.ts';
import type { PageElement } from '../../pages/tree/nodes.ts';
import type { Archive } from '../archive.ts';
import type { DocumentContent } from '../content.ts';
import { element, escapeText } from '../html.ts';
import { metadataOf } from '../metadata.ts';
import { sheetHtml } from '../sheets.ts';
import { attribute, childAt, childrenNamed, firstNamed, localName, parseXml } from '../xml.ts';
import { rowsOf } from './table.ts';
import { createTextWriter } from './text.ts';

type Writer = ReturnType<typeof createTextWriter>;

interface Written {
  html: string;
  warning?: string;
}

export async function readOpenDocument(archive: Archive): Promise<DocumentContent> {
  await refuseEncrypted(archive);
  const root = parseXml(await archive.text('content.xml'));
  const content = firstNamed(root, 'body')?.children[0];
  const writer = createTextWriter(root);
  const { html, warning } = content ? write(content, writer) : { html: '' };
  if (html === '') throw new Failure('PageNotText', 'The document has no text in it.');
  return { html: html + writer.notesHtml(), metadata: await readMetadata(archive), ...(warning && { warning }) };
}

function write(content: PageElement, writer: Writer): Written {
  switch (localName(content)) {
    case 'spreadsheet':
      return sheets(content, writer);
    case 'presentation':
    case 'drawing':
      return { html: slides(content, writer) };
    default:
      return { html: writer.flow(content) };
  }
}

function sheets(content: PageElement, { flow }: Writer): Written {
  let isCut = false;
  const parts = childrenNamed(content, 'table').map((sheet) => {
    const read = rowsOf(sheet, (cell) => flow(cell) || escapeText(attribute(cell, 'value') ?? ''));
    isCut ||= read.isCut;
    const html = sheetHtml(read.rows, []);
    return html && element('h2', escapeText(attribute(sheet, 'name') ?? '')) + html;
  });
  return { html: parts.join(''), ...(isCut ? { warning: 'A sheet has more rows than are shown.' } : {}) };
}

function slides(content: PageElement, { flow }: Writer): string {
  const parts = childrenNamed(content, 'page').map((page, at) => {
    const frames = childrenNamed(page, 'frame');
    const title = frames.find((frame) => attribute(frame, 'class') === 'title');
    const heading = title?.textContent.trim().replace(/\s+/g, ' ') || `Slide ${at + 1}`;
    if (title) page.removeChild(title);
    const notes = childAt(page, 'notes');
    if (notes) page.removeChild(notes);
    const notesText = notes ? flow(notes) : '';
    const body = flow(page);
    if (!title && !body && !notesText) return '';
    return element('h2', escapeText(heading)) + body + (notesText && `<h3>Notes</h3>${notesText}`);
  });
  return parts.filter(Boolean).join('<hr>');
}

async function readMetadata(archive: Archive): Promise<Partial<PageMetadata>> {
  if (!archive.has('meta.xml')) return {};
  const root = parseXml(await archive.text('meta.xml'));
  const text = (name: string) => firstNamed(root, name)?.textContent;
  return metadataOf({
    title: text('title'),
    description: text('description') || text('subject'),
    author: text('initial-creator') || text('creator'),
    language: text('language'),
    published: text('creation-date'),
    modified: text('date'),
  });
}

async function refuseEncrypted(archive: Archive): Promise<void> {
  const name = 'META-INF/manifest.xml';
  if (!archive.has(name)) return;
  if (firstNamed(parseXml(await archive.text(name)), 'encryption-data'))
    throw new Failure('PageNotText', 'The document is protected by a password.');
}
