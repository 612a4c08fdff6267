import { describe, expect, it } from 'vitest';
import { docx, openDocument, pptx, properties, relations, wordStyles, xlsx } from '../../support/office.ts';
import { pageOf } from '../pages/pageOf.ts';

function paragraph(text: string, style = ''): string {
  const properties = style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`;
  return `<w:p>${properties}<w:r><w:t>${text}</w:t></w:r></w:p>`;
}

function wordCell(text: string, properties = ''): string {
  return `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`;
}

describe('a Word document', () => {
  it('keeps headings, tables with spans, footnotes, links and what it says about itself', async () => {
    const page = await pageOf(
      docx(
        [
          paragraph('The lighthouse', 'berschrift1'),
          `<w:p><w:r><w:t>It was built in 1811</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r><w:hyperlink r:id="l1"><w:r><w:t> by its keepers</w:t></w:r></w:hyperlink></w:p>`,
          `<w:tbl><w:tr>${wordCell('Year', '<w:gridSpan w:val="2"/>')}</w:tr><w:tr>${wordCell('1811')}${wordCell('lit')}</w:tr></w:tbl>`,
        ].join(''),
        {
          'word/styles.xml': wordStyles,
          'word/footnotes.xml': `<w:footnotes xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:footnote w:id="2">${paragraph('Or 1810.')}</w:footnote></w:footnotes>`,
          'word/_rels/document.xml.rels': relations([
            { id: 'l1', type: 'hyperlink', target: 'https://keepers.example/', mode: 'External' },
            { id: 's1', type: 'styles', target: 'styles.xml' },
            { id: 'f1', type: 'footnotes', target: 'footnotes.xml' },
          ]),
          'docProps/core.xml': properties({ title: 'On lighthouses', creator: 'A. Keeper' }),
        },
      ),
    );
    expect(page.markdown).toContain('# The lighthouse');
    expect(page.markdown).toContain('It was built in 1811[^1] [by its keepers](https://keepers.example/)');
    expect(page.markdown).toContain('[^1]: Or 1810.');
    expect(page.markdown).toMatch(/\| 1811 \| lit \|/);
    expect(page.html).toContain('colspan="2"');
    expect(page.links).toEqual(['https://keepers.example/']);
    expect(page.metadata).toMatchObject({ title: 'On lighthouses', author: 'A. Keeper' });
  });
});

describe('an Excel workbook', () => {
  const strings = `<sst><si><t>Date</t></si><si><r><t>Sh</t></r><r><t>are</t></r></si></sst>`;
  const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="10"/></cellXfs></styleSheet>`;
  const files = { 'xl/sharedStrings.xml': strings, 'xl/styles.xml': styles };

  it('is read sheet by sheet, with dates and shares as they are shown, and without hidden sheets', async () => {
    const page = await pageOf(
      xlsx(
        {
          Sales: `<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Sales of the year</t></is></c></row>
            <row r="3"><c r="B3" t="s"><v>0</v></c><c r="C3" t="s"><v>1</v></c></row>
            <row r="4"><c r="B4" s="1"><v>45292</v></c><c r="C4" s="2"><v>0.125</v></c></row>
            <row r="5"><c r="B5"><v>0.30000000000000004</v></c><c r="C5" t="b"><v>1</v></c></row></sheetData>`,
          Hidden: '<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>',
        },
        files,
      ),
    );
    expect(page.markdown).toBe(
      '## Sales\n\nSales of the year\n\n| Date | Share |\n| --- | --- |\n| 2024-01-01 | 12.5% |\n| 0.3 | TRUE |',
    );
    expect(page.warning).toBe('Hidden sheets are left out (1).');
  });

  it('keeps merged cells as one', async () => {
    const page = await pageOf(
      xlsx(
        {
          S: `<sheetData><row r="1"><c r="A1" t="str"><v>a</v></c><c r="B1" t="str"><v>b</v></c></row><row r="2"><c r="A2" t="str"><v>wide</v></c><c r="B2"/></row><row r="3"><c r="A3" t="str"><v>c</v></c><c r="B3" t="str"><v>d</v></c></row></sheetData><mergeCells><mergeCell ref="A2:B2"/></mergeCells>`,
        },
        files,
      ),
    );
    expect(page.html).toContain('<td colspan="2">wide</td>');
    expect(page.html).toContain('<td>c</td><td>d</td>');
  });

  it('says so if there is nothing in its cells', async () => {
    await expect(pageOf(xlsx({ S: '<sheetData/>' }))).rejects.toThrow('The workbook has nothing in its cells.');
  });
});

function shape(text: string, { placeholder = '', y = 0 } = {}): string {
  const ph = placeholder && `<p:ph type="${placeholder}"/>`;
  return `<p:sp><p:nvSpPr><p:nvPr>${ph}</p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="0" y="${y}"/></a:xfrm></p:spPr><p:txBody>${text}</p:txBody></p:sp>`;
}

function line(text: string, level = 0): string {
  return `<a:p><a:pPr lvl="${level}"/><a:r><a:t>${text}</a:t></a:r></a:p>`;
}

describe('a presentation', () => {
  it('is read slide by slide: title, lists, shapes from top to bottom, tables, notes', async () => {
    const table = `<p:graphicFrame><p:xfrm><a:off x="0" y="3000000"/></p:xfrm><a:tbl><a:tr><a:tc><a:txBody><a:p><a:r><a:t>k</a:t></a:r></a:p></a:txBody></a:tc><a:tc><a:txBody><a:p><a:r><a:t>v</a:t></a:r></a:p></a:txBody></a:tc></a:tr><a:tr><a:tc><a:txBody><a:p><a:r><a:t>1</a:t></a:r></a:p></a:txBody></a:tc><a:tc><a:txBody><a:p><a:r><a:t>2</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl></p:graphicFrame>`;
    const page = await pageOf(
      pptx(
        [
          shape(line('Below'), { y: 2_000_000 }) +
            shape(line('Plan'), { placeholder: 'title', y: 0 }) +
            shape(line('First') + line('Detail', 1) + line('Second'), { placeholder: 'body', y: 1_000_000 }) +
            table +
            shape(line('7'), { placeholder: 'sldNum', y: 9_000_000 }),
          shape(line('Only text')),
        ],
        {
          'ppt/slides/_rels/slide0.xml.rels': relations([
            { id: 'n', type: 'notesSlide', target: '../notesSlides/notes0.xml' },
          ]),
          'ppt/notesSlides/notes0.xml': `<p:notes xmlns:p="p" xmlns:a="a">${shape(line('Speak slowly.'), { placeholder: 'body' })}</p:notes>`,
        },
      ),
    );
    expect(page.markdown).toBe(
      '## Plan\n\n- First\n  - Detail\n- Second\n\nBelow\n\n| k | v |\n| --- | --- |\n| 1 | 2 |\n\n### Notes\n\nSpeak slowly.\n\n---\n\n## Slide 2\n\nOnly text',
    );
  });
});

describe('an OpenDocument file', () => {
  it('is read as text with headings, lists, links and notes', async () => {
    const page = await pageOf(
      openDocument(
        'text',
        `<text:h text:outline-level="2">Keepers</text:h><text:p>They <text:a xlink:href="https://k.example/">wrote</text:a><text:s text:c="2"/>logs<text:note><text:note-body><text:p>In ink.</text:p></text:note-body></text:note></text:p><text:list><text:list-item><text:p>one</text:p><text:list><text:list-item><text:p>inner</text:p></text:list-item></text:list></text:list-item></text:list>`,
        { 'meta.xml': '<m xmlns:dc="d"><dc:title>Logs</dc:title></m>' },
      ),
    );
    expect(page.markdown).toContain('## Keepers');
    expect(page.markdown).toContain('They [wrote](https://k.example/) logs[^1]');
    expect(page.markdown).toContain('- one\n  - inner');
    expect(page.markdown).toContain('[^1]: In ink.');
    expect(page.metadata.title).toBe('Logs');
  });

  it('is read sheet by sheet, and repeats cells only where they have content', async () => {
    const cell = (text: string, attributes = '') =>
      `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;
    const page = await pageOf(
      openDocument(
        'spreadsheet',
        `<table:table table:name="T"><table:table-row>${cell('a')}${cell('b', 'table:number-columns-repeated="2"')}<table:table-cell table:number-columns-repeated="16000"/></table:table-row><table:table-row>${cell('1')}${cell('2')}${cell('3')}</table:table-row><table:table-row table:number-rows-repeated="1048574"><table:table-cell/></table:table-row></table:table>`,
      ),
    );
    expect(page.markdown).toBe('## T\n\n| a | b | b |\n| --- | --- | --- |\n| 1 | 2 | 3 |');
  });

  it('is read slide by slide', async () => {
    const frame = (text: string, attributes = '') =>
      `<draw:frame ${attributes}><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`;
    const page = await pageOf(
      openDocument(
        'presentation',
        `<draw:page>${frame('Hello', 'presentation:class="title"')}${frame('World')}</draw:page>`,
      ),
    );
    expect(page.markdown).toBe('## Hello\n\nWorld');
  });
});
