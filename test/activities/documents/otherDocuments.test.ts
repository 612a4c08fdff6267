import { describe, expect, it } from 'vitest';
import { zip } from '../../support/zip.ts';
import { pageOf } from '../pages/pageOf.ts';

describe('a book', () => {
  const container = '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>';
  const book = `<package xmlns:dc="d"><metadata><dc:title>The Light</dc:title><dc:creator>V. W.</dc:creator><dc:language>en</dc:language></metadata><manifest><item id="b" href="b%20two.xhtml"/><item id="a" href="a.xhtml"/><item id="n" href="nav.xhtml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/><itemref idref="n" linear="no"/></spine></package>`;
  const files = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': container,
    'OPS/book.opf': book,
    'OPS/a.xhtml': '<html><body><h1>One</h1><p>See <a href="b%20two.xhtml">two</a>.</p></body></html>',
    'OPS/b two.xhtml': '<html><body><h1>Two</h1><script>alert(1)</script><p>End.</p></body></html>',
    'OPS/nav.xhtml': '<html><body>Contents</body></html>',
  };

  it('is read chapter by chapter in the order of its spine', async () => {
    const page = await pageOf(zip(files));
    expect(page.markdown).toBe('# One\n\nSee two.\n\n---\n\n# Two\n\nEnd.');
    expect(page.metadata).toMatchObject({ title: 'The Light', author: 'V. W.', language: 'en' });
  });

  it('is refused if it is protected, but not for its fonts', async () => {
    const encryption = (algorithm: string) =>
      `<encryption><EncryptedData><EncryptionMethod Algorithm="${algorithm}"/></EncryptedData></encryption>`;
    const withAlgorithm = (algorithm: string) =>
      pageOf(zip({ ...files, 'META-INF/encryption.xml': encryption(algorithm) }));
    await expect(withAlgorithm('http://www.w3.org/2001/04/xmlenc#aes128-cbc')).rejects.toThrow(
      'The book is protected against copying and could not be read.',
    );
    expect((await withAlgorithm('http://www.idpf.org/2008/embedding')).markdown).toContain('End.');
  });
});

describe('a rich text file', () => {
  it('keeps headings, emphasis, lists, tables, links and characters of its code page', async () => {
    const page = await pageOf(
      String.raw`{\rtf1\ansi\ansicpg1251{\fonttbl{\f0 Arial;}}{\stylesheet{\s0 Normal;}{\s1\outlinelevel0 heading 1;}}{\info{\title Logs}{\author Keeper}}
\pard\s1 The logs\par\pard\s0 Ink is {\b black}, \'ef\'f0\'e8\'e2\'e5\'f2 \u8212 ? caf\u233 e.\par
{\listtext\bullet\tab}\pard\ilvl0 first\par{\listtext\bullet\tab}second\par
\pard\intbl Year\cell Light\cell\row\pard\intbl 1811\cell lit\cell\row
\pard {\field{\*\fldinst HYPERLINK "https://k.example/"}{\fldrslt the site}} end\par{\*\generator Nobody;}{\pict 0102}}`,
      { contentType: 'application/octet-stream' },
    );
    expect(page.markdown).toBe(
      '# The logs\n\nInk is **black**, привет — café.\n\n- first\n- second\n\n| Year | Light |\n| --- | --- |\n| 1811 | lit |\n\n[the site](https://k.example/) end',
    );
    expect(page.metadata).toMatchObject({ title: 'Logs', author: 'Keeper' });
  });

  it('is read as far as it goes if it ends in the middle', async () => {
    expect((await pageOf(String.raw`{\rtf1 Some {\b bold text`)).markdown).toBe('Some **bold text**');
  });

  it('is refused if it is nested without end', async () => {
    await expect(pageOf(`{\\rtf1${'{'.repeat(2_000)}x`)).rejects.toThrow('nested too deeply');
  });
});

describe('an e-mail', () => {
  it('is read with who wrote it to whom, its text, and the names of what is attached', async () => {
    const page = await pageOf(
      [
        'From: "A. Keeper" <keeper@example.com>',
        'To: b@example.com',
        'Subject: =?utf-8?q?Caf=C3=A9?=',
        'Date: Wed, 01 May 2024 10:00:00 +0000',
        'MIME-Version: 1.0',
        'Content-Type: multipart/mixed; boundary="x"',
        '',
        '--x',
        'Content-Type: text/html; charset=utf-8',
        '',
        '<p>See the <b>plan</b>.</p><img src="https://t.example/pixel.gif" width="1">',
        '--x',
        'Content-Type: application/pdf; name="plan.pdf"',
        'Content-Disposition: attachment; filename="plan.pdf"',
        '',
        'AAAA',
        '--x--',
      ].join('\r\n'),
      { contentType: 'message/rfc822' },
    );
    expect(page.markdown).toContain('# Café');
    expect(page.markdown).toContain('**From:** A. Keeper \\<keeper@example.com>');
    expect(page.markdown).toContain('See the **plan**.');
    expect(page.markdown).toContain('- plan.pdf (application/pdf)');
    expect(page.markdown).not.toContain('pixel');
    expect(page.metadata.title).toBe('Café');
  });

  it('is not mistaken for one if a text only begins like it', async () => {
    expect((await pageOf('Date: tomorrow\nWe meet.', { contentType: 'text/plain' })).markdown).toBe(
      'Date: tomorrow\nWe meet.',
    );
  });
});

describe('a notebook', () => {
  it('is read as its text, its code and what that printed', async () => {
    const page = await pageOf(
      JSON.stringify({
        nbformat: 4,
        metadata: { language_info: { name: 'python' } },
        cells: [
          { cell_type: 'markdown', source: ['# Ships\n', 'A *count*.'] },
          {
            cell_type: 'code',
            source: 'print(2 < 3)',
            outputs: [
              { output_type: 'stream', text: ['True\n'] },
              { output_type: 'error', ename: 'NameError', evalue: 'x' },
            ],
          },
        ],
      }),
      { contentType: 'application/json' },
    );
    expect(page.markdown).toBe(
      '# Ships\n\nA *count*.\n\n```python\nprint(2 < 3)\n```\n\n```\nTrue\n```\n\n```\nNameError: x\n```',
    );
  });
});
