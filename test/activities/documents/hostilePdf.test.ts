import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { openConverterPool } from '../../../activities/pages/converterPool.ts';
import { assemble, firstOwnObject, pdf, placedPdf } from '../../support/pdf.ts';

// The usual 20 s can be too short beside other tests.
const converter = openConverterPool({ threads: 1, timeoutMs: 60_000 });
afterAll(() => converter.close());

function read(body: Buffer, by = converter) {
  const options = { formats: ['markdown' as const, 'links' as const], onlyMainContent: true };
  return by.convert({ body, url: 'https://example.com/a.pdf', options });
}

const texts = [{ x: 72, y: 80, text: 'The keeper counted ships.' }];
const text = 'The keeper counted ships.';
const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

function stream(content: string, entries = ''): string {
  return `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

/** A page with the text, and one thing about it that is not as it should be. */
function onePage({
  pages,
  page = '',
  content = `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`,
  fonts = '',
  resources = '',
  more = [],
  trailer = '',
}: {
  pages?: string;
  page?: string;
  content?: string;
  fonts?: string;
  resources?: string;
  /** Objects from number 6 on. */
  more?: string[];
  trailer?: string;
}): Buffer {
  return assemble(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      pages ?? '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R ${fonts} >> ${resources} >> ${page} >>`,
      stream(content),
      font,
      ...more,
      '<< >>',
    ],
    { trailer },
  );
}

/** Forms that each draw the next one ten times. */
const multiplied = Array.from({ length: 12 }, (_, n) =>
  stream(
    `/Next Do `.repeat(10),
    `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /Next ${Math.min(7 + n, 17)} 0 R >> >>`,
  ),
);

describe('a hostile PDF is read as far as it goes', () => {
  it.each<[string, Buffer]>([
    ['a page tree that contains itself', onePage({ pages: '<< /Type /Pages /Kids [3 0 R 2 0 R] /Count 2 >>' })],
    [
      'a page tree that claims a billion pages',
      onePage({ pages: '<< /Type /Pages /Kids [3 0 R] /Count 1000000000 >>' }),
    ],
    ['an xref table that names itself as the one before', onePage({ trailer: '/Prev 9' })],
    [
      'no xref table',
      Buffer.from(
        onePage({})
          .toString('latin1')
          .replace(/startxref\n\d+/, 'startxref\n99999999'),
        'latin1',
      ),
    ],
    [
      'a stream whose length is itself',
      onePage({ more: [`<< /Length 6 0 R >>\nstream\nx\nendstream`], page: '/Thumb 6 0 R' }),
    ],
    [
      'an outline that goes round in a circle',
      placedPdf([{ texts }], {
        catalog: `/Outlines ${firstOwnObject} 0 R`,
        objects: [
          `<< /First ${firstOwnObject} 0 R /Last ${firstOwnObject} 0 R /Next ${firstOwnObject} 0 R /Title (x) >>`,
        ],
      }),
    ],
    ['a page that is larger than a country', onePage({ page: '/MediaBox [0 0 1e12 1e12]' })],
    [
      'a form that draws itself',
      onePage({
        resources: '/XObject << /Self 6 0 R >>',
        content: `/Self Do BT /F1 12 Tf 72 720 Td (${text}) Tj ET`,
        more: [
          stream(
            '/Self Do',
            '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /Self 6 0 R >> >>',
          ),
        ],
      }),
    ],
    [
      'a font whose file is noise, with a map of four billion letters',
      onePage({
        fonts: '/F2 6 0 R',
        content: `BT /F2 12 Tf 72 600 Td (x) Tj ET BT /F1 12 Tf 72 720 Td (${text}) Tj ET`,
        more: [
          '<< /Type /Font /Subtype /TrueType /BaseFont /Noise /FontDescriptor 7 0 R /ToUnicode 9 0 R >>',
          '<< /Type /FontDescriptor /FontName /Noise /Flags 4 /FontFile2 8 0 R >>',
          stream('noise'.repeat(100)),
          stream(
            '1 begincodespacerange <00000000> <FFFFFFFF> endcodespacerange 1 beginbfrange <00000000> <FFFFFFFF> <0041> endbfrange',
          ),
        ],
      }),
    ],
  ])('%s', async (_, body) => {
    expect((await read(body)).markdown).toContain(text);
  });
});

describe('a hostile PDF that has no text is refused', () => {
  it.each<[string, Buffer]>([
    [
      'an image of 60,000 by 60,000 pixels',
      onePage({
        content: 'q 612 0 0 792 0 0 cm /Im Do Q',
        resources: '/XObject << /Im 6 0 R >>',
        more: [
          stream(
            'x',
            '/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /ColorSpace /DeviceRGB /BitsPerComponent 8',
          ),
        ],
      }),
    ],
    ['only pages that are missing', onePage({ pages: '<< /Type /Pages /Kids [90 0 R 91 0 R] /Count 2 >>' })],
    [
      'a page with an array that is nested 100,000 deep',
      onePage({ page: `/PieceInfo ${'['.repeat(100_000)}${']'.repeat(100_000)}` }),
    ],
  ])('%s', async (_, body) => {
    await expect(read(body)).rejects.toMatchObject({ kind: 'PageNotText' });
    expect((await read(pdf([['Another document.']]))).markdown).toBe('Another document.');
  });

  it('forms that multiply are given up, and others are read meanwhile', async () => {
    const hasty = openConverterPool({ threads: 1, timeoutMs: 2_000 });
    const bomb = onePage({ resources: '/XObject << /Next 6 0 R >>', content: '/Next Do', more: multiplied });
    try {
      const [given, other] = await Promise.allSettled([read(bomb, hasty), read(pdf([['Another document.']]))]);
      expect(given).toMatchObject({ status: 'rejected', reason: { kind: 'PageTimedOut' } });
      expect(other).toMatchObject({ status: 'fulfilled', value: { markdown: 'Another document.' } });
    } finally {
      await hasty.close();
    }
  });

  it('a PDF with a password is refused by name', async () => {
    const key = '<'.concat('00'.repeat(32), '>');
    const body = onePage({
      trailer: `/ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O ${key} /U ${key} >>`,
    });
    await expect(read(body)).rejects.toMatchObject({
      kind: 'PageNotText',
      message: 'The page is a PDF that is protected by a password.',
    });
  });
});

it('a PDF runs nothing, opens nothing and asks nobody', async () => {
  let asked = 0;
  const server = createServer((_, response) => {
    asked++;
    response.end();
  }).listen(0, '127.0.0.1');
  const address = `http://127.0.0.1:${await portOf(server)}/`;
  const n = firstOwnObject;
  const body = placedPdf(
    [
      {
        texts,
        operators: '/Out Do',
        resources: `/XObject << /Out ${n + 3} 0 R >>`,
        links: [{ box: [70, 70, 200, 90], url: 'file:///etc/hostname' }],
      },
    ],
    {
      catalog: `/OpenAction ${n} 0 R /AA << /WC ${n + 1} 0 R >> /Names << /JavaScript << /Names [(a) ${n} 0 R] >> >>`,
      objects: [
        `<< /S /JavaScript /JS (this.submitForm\\("${address}"\\); app.launchURL\\("${address}"\\);) >>`,
        '<< /S /Launch /F (/bin/sh) /Win << /F (cmd.exe) >> >>',
        `<< /S /GoToR /F << /FS /URL /F (${address}) >> >>`,
        `<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray /F << /FS /URL /F (${address}) >> /Length 0 >>\nstream\n\nendstream`,
      ],
    },
  );
  try {
    expect(await read(body)).toMatchObject({ markdown: text, links: [] });
    expect(asked).toBe(0);
  } finally {
    server.close();
  }
});

function portOf(server: ReturnType<typeof createServer>): Promise<number> {
  return new Promise((listening) => server.once('listening', () => listening((server.address() as AddressInfo).port)));
}
