import { describe, expect, it } from 'vitest';
import { firstOwnObject, type PlacedText, pdf, placedPdf } from '../../support/pdf.ts';
import { pageOf } from '../pages/pageOf.ts';

const contentType = 'application/pdf';

/** Lines of text one below the other. */
function lines(x: number, y: number, texts: readonly string[], style: Partial<PlacedText> = {}): PlacedText[] {
  const { size = 10 } = style;
  return texts.map((text, n) => ({ x, y: y + n * 1.2 * size, text, size, ...style }));
}

const prose = [
  'The bridge was built in the spring of the year, when the river was low',
  'and the masons had nothing else to do than to wait for stone from the',
  'quarry in the hills, which came by ox cart and was paid by the weight.',
];

describe('a PDF', () => {
  it('has its text, title and author read, whatever its content type is', async () => {
    const page = await pageOf(pdf([['The first line', 'and the second.'], ['Page two.']]), {
      contentType: 'application/octet-stream',
    });
    expect(page.markdown).toBe('The first line and the second.\n\nPage two.');
    expect(page.metadata).toEqual({ title: 'On bridges', author: 'A. Mason', numPages: 2 });
    expect(page.links).toEqual([]);
  });

  it('has headings by size and weight', async () => {
    const texts = [
      { x: 72, y: 80, text: 'On bridges', size: 24, font: 'bold' as const },
      { x: 72, y: 120, text: 'Of stone', size: 14, font: 'bold' as const },
      ...lines(72, 150, prose),
      { x: 72, y: 210, text: 'Of wood', font: 'bold' as const },
      ...lines(72, 230, prose),
    ];
    const page = await pageOf(placedPdf([{ texts }]), { contentType });
    const paragraph = prose.join(' ');
    expect(page.markdown).toBe(`# On bridges\n\n## Of stone\n\n${paragraph}\n\n### Of wood\n\n${paragraph}`);
    expect(page.metadata.title).toBe('On bridges');
  });

  it('has the headings of its outline', async () => {
    const root = firstOwnObject;
    const entry = (title: string, rest: string) => `<< /Title (${title}) /Parent ${root} 0 R ${rest} >>`;
    const pdf = placedPdf([{ texts: [...lines(72, 80, ['1.1 Piers']), ...lines(72, 110, prose)] }], {
      catalog: `/Outlines ${root} 0 R`,
      objects: [
        `<< /First ${root + 1} 0 R /Last ${root + 1} 0 R /Count 1 >>`,
        entry('Bridges', `/First ${root + 2} 0 R /Last ${root + 2} 0 R /Count 1`),
        entry('Piers', ''),
      ],
    });
    expect((await pageOf(pdf, { contentType })).markdown).toMatch(/^## 1.1 Piers\n\nThe bridge/);
  });

  it('is read column by column, below a title that spans them', async () => {
    const texts = [
      { x: 72, y: 60, text: 'A title that spans both of the columns of the page, and more', size: 16 },
      ...Array.from({ length: 8 }, (_, n) => [
        { x: 72, y: 100 + n * 12, text: `left column has line number ${n} of its text` },
        { x: 320, y: 100 + n * 12, text: `right column has line number ${n} of its text` },
      ]).flat(),
    ];
    const { markdown = '' } = await pageOf(placedPdf([{ texts }]), { contentType });
    expect(markdown).toMatch(/^# A title that spans/);
    expect(markdown.lastIndexOf('left column')).toBeLessThan(markdown.indexOf('right column'));
  });

  it('has words mended and paragraphs joined over lines and pages', async () => {
    const first = [
      ...prose,
      'Nobody counted the sleep-',
      'less nights of a well-known mason, and the well-',
      'known one went on',
    ];
    const pages = [lines(72, 80, first), lines(72, 80, ['with his work until autumn.'])];
    const { markdown } = await pageOf(placedPdf(pages.map((texts) => ({ texts }))), { contentType });
    expect(markdown).toBe(
      `${prose.join(' ')} Nobody counted the sleepless nights of a well-known mason, and the well-known one went on with his work until autumn.`,
    );
  });

  it('loses running heads, feet and page numbers', async () => {
    const pages = Array.from({ length: 4 }, (_, n) => ({
      texts: [
        { x: 72, y: 40, text: `Chapter ${n + 1} of a book on bridges` },
        ...lines(72, 100, [`Page ${n} says that the river rose.`]),
        { x: 300, y: 760, text: `${n + 12}` },
      ],
    }));
    const { markdown } = await pageOf(placedPdf(pages), { contentType });
    expect(markdown).toBe([0, 1, 2, 3].map((n) => `Page ${n} says that the river rose.`).join('\n\n'));
  });

  it('has lists, nested by their indentation', async () => {
    const texts = [
      ...lines(72, 80, prose),
      { x: 80, y: 140, text: '\u0095 stone' },
      { x: 100, y: 152, text: '- granite, which is hard' },
      { x: 110, y: 164, text: 'to cut' },
      { x: 80, y: 176, text: '\u0095 wood' },
    ];
    const { markdown } = await pageOf(placedPdf([{ texts }]), { contentType });
    expect(markdown).toMatch(/\n\n- stone\n {2,4}- granite, which is hard to cut\n- wood$/);
  });

  it('has tables that are drawn, with cells over several columns', async () => {
    const texts = [
      ...lines(72, 60, prose),
      { x: 110, y: 115, text: 'Bridges of the county' },
      { x: 75, y: 135, text: 'Ford Street' },
      { x: 205, y: 135, text: '1743' },
      { x: 75, y: 155, text: 'Mill Lane' },
      { x: 205, y: 155, text: '1801' },
    ];
    const rules = [
      ...[100, 120, 140, 160].map((y) => [70, y, 300, y] as const),
      ...[70, 300].map((x) => [x, 100, x, 160] as const),
      [200, 120, 200, 160] as const,
    ];
    const { html } = await pageOf(placedPdf([{ texts, rules }]), { contentType });
    expect(html).toContain('<tr><th colspan="2">Bridges of the county</th></tr>');
    expect(html).toContain('<tr><td>Mill Lane</td><td>1801</td></tr>');
  });

  it('has tables that are only aligned', async () => {
    const rows = [
      ['Bridge', 'Built', 'Arches'],
      ['Ford Street', '1743', '3'],
      ['Mill Lane', '1801', '12'],
    ];
    const texts = rows.flatMap((row, n) =>
      row.map((text, column) => ({ x: 72 + column * 120, y: 100 + n * 14, text })),
    );
    const { markdown } = await pageOf(placedPdf([{ texts }]), { contentType });
    expect(markdown).toBe(
      '| Bridge | Built | Arches |\n| --- | --- | --- |\n| Ford Street | 1743 | 3 |\n| Mill Lane | 1801 | 12 |',
    );
  });

  it('has its links, around the words that they cover', async () => {
    const texts = [{ x: 72, y: 100, text: 'See the survey of bridges for more.', size: 12 }];
    const links = [
      { box: [94, 88, 154, 104] as const, url: 'https://example.com/survey' },
      { box: [160, 88, 220, 104] as const, url: 'javascript:alert(1)' },
    ];
    const page = await pageOf(placedPdf([{ texts, links }]), { contentType });
    expect(page.markdown).toBe('See [the survey](https://example.com/survey) of bridges for more.');
    expect(page.links).toEqual(['https://example.com/survey']);
  });

  it('is read upright if its pages are rotated, or its text is', async () => {
    const up = Array.from(prose, (text, n) => ({ x: 100 + n * 12, y: 700, text, angle: 90 }));
    for (const rotate of [0, 90]) {
      const { markdown } = await pageOf(placedPdf([{ texts: up, rotate }]), { contentType });
      expect(markdown).toBe(prose.join(' '));
    }
  });

  it('has what it says about itself in its metadata', async () => {
    const info =
      "/Title (untitled.doc) /Author (A. Mason) /Subject (How to build) /CreationDate (D:20240131120000+01'00')";
    const { metadata } = await pageOf(
      placedPdf([{ texts: lines(72, 80, prose) }], { info, catalog: '/Lang (en-GB)' }),
      {
        contentType,
      },
    );
    expect(metadata).toEqual({
      author: 'A. Mason',
      description: 'How to build',
      language: 'en-GB',
      published: '2024-01-31T11:00:00.000Z',
      numPages: 1,
    });
  });

  it('is read up to the page that `parsers` says', async () => {
    const page = await pageOf(pdf([['One.'], ['Two.'], ['Three.']]), {
      contentType,
      options: { parsers: [{ type: 'pdf', maxPages: 2 }] },
    });
    expect(page.markdown).toBe('One.\n\nTwo.');
    expect(page.warning).toBe("Only the first 2 of the PDF's 3 pages were read.");
  });

  it('is refused without text', async () => {
    await expect(pageOf(pdf([[]]), { contentType })).rejects.toMatchObject({
      kind: 'PageNotText',
      message: expect.stringContaining('without text'),
    });
  });

  it('is refused if it is damaged', async () => {
    const broken = Buffer.from(`%PDF-1.7\n${'garbage '.repeat(100)}`);
    await expect(pageOf(broken, { contentType })).rejects.toMatchObject({
      kind: 'PageNotText',
      message: expect.stringContaining('damaged'),
    });
  });
});
