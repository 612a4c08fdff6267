/**
 * An Excel workbook, sheet by sheet. Read by us: exceljs has had no release since 2023 and unpacks without limits, the
 * package that npm has of SheetJS is years behind its own releases, and the others know no merged cells.
 */
import { Failure } from '../../../../contracts/failures.ts';
import type { Archive } from '../../archive.ts';
import type { DocumentContent } from '../../content.ts';
import { element, escapeText } from '../../html.ts';
import { allNamed, attribute, firstNamed, parseXml } from '../../xml.ts';
import { readProperties } from '../properties.ts';
import { relationsOf } from '../relations.ts';
import { createCellReader } from './cells.ts';
import { numberFormatsOf } from './numberFormats.ts';
import { createSheetReader } from './sheet.ts';

export async function readXlsx(archive: Archive, part: string): Promise<DocumentContent> {
  const root = parseXml(await archive.text(part));
  const relations = await relationsOf(archive, part);
  const partOf = (type: string) => [...relations.values()].find((each) => each.type === type)?.target;
  const xmlOf = async (name: string | undefined) =>
    parseXml(name !== undefined && archive.has(name) ? await archive.text(name) : '');
  const strings = allNamed(await xmlOf(partOf('sharedStrings')), 'si').map(textOf);
  const properties = firstNamed(root, 'workbookPr');
  const cellText = createCellReader({
    strings,
    formats: numberFormatsOf(await xmlOf(partOf('styles'))),
    is1904: ['1', 'true'].includes((properties && attribute(properties, 'date1904')) ?? ''),
  });
  const sheets = allNamed(root, 'sheet');
  const shown = sheets.filter((sheet) => (attribute(sheet, 'state') ?? 'visible') === 'visible');
  const reader = createSheetReader(archive, cellText);
  const parts: string[] = [];
  for (const sheet of shown) {
    const relation = relations.get(attribute(sheet, 'id') ?? '');
    // A sheet may be a chart, which has no cells.
    if (relation?.type !== 'worksheet' || !archive.has(relation.target)) continue;
    const html = await reader.read(relation.target);
    if (html !== '') parts.push(element('h2', escapeText(attribute(sheet, 'name') ?? '')), html);
  }
  if (parts.length === 0) throw new Failure('PageNotText', 'The workbook has nothing in its cells.');
  const hidden = sheets.length - shown.length;
  const warning = [hidden > 0 ? `Hidden sheets are left out (${hidden}).` : '', reader.warning()]
    .filter(Boolean)
    .join(' ');
  return { html: parts.join(''), metadata: await readProperties(archive), ...(warning && { warning }) };
}

/** The text of a string with runs in several styles, without the phonetic guide beside it. */
function textOf(string: ReturnType<typeof parseXml>): string {
  return allNamed(string, 't')
    .filter(({ parent }) => !parent?.name.endsWith('rPh'))
    .map(({ textContent }) => textContent)
    .join('');
}
