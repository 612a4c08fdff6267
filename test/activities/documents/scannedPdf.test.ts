import { Resvg } from '@resvg/resvg-js';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { openConverterPool } from '../../../activities/pages/converterPool.ts';
import { firstOwnObject, placedPdf } from '../../support/pdf.ts';
import { pageOf } from '../pages/pageOf.ts';

/** A page that is a picture of these lines. */
async function scan(lines: readonly string[]): Promise<Buffer> {
  const text = lines.map((line, n) => `<text x="120" y="${200 + n * 60}">${line}</text>`).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1224" height="1584" font-family="sans-serif" font-size="40"><rect width="1224" height="1584" fill="#fff"/>${text}</svg>`;
  const jpeg = await sharp(new Resvg(svg).render().asPng()).jpeg().toBuffer();
  const image = `<< /Type /XObject /Subtype /Image /Width 1224 /Height 1584 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>`;
  return placedPdf(
    [
      {
        texts: [],
        operators: 'q 612 0 0 792 0 0 cm /Scan Do Q',
        resources: `/XObject << /Scan ${firstOwnObject} 0 R >>`,
      },
    ],
    { objects: [Buffer.concat([Buffer.from(`${image}\nstream\n`), jpeg, Buffer.from('\nendstream')])] },
  );
}

const contentType = 'application/pdf';

it('a scanned page of a PDF is read by OCR', async () => {
  const body = await scan(['The keeper counted the ships', 'that came home before dark.']);
  const { markdown } = await pageOf(body, { contentType });
  expect(markdown).toBe('The keeper counted the ships that came home before dark.');
});

it('a scanned page is left out if `parsers` says `fast`', async () => {
  const body = await scan(['The keeper counted the ships.']);
  await expect(
    pageOf(body, { contentType, options: { parsers: [{ type: 'pdf', mode: 'fast' }] } }),
  ).rejects.toMatchObject({ message: expect.stringContaining('without text') });
});

it('a scanned page is read within the limits of a document’s process', async () => {
  const converter = openConverterPool({ threads: 1, timeoutMs: 60_000 });
  try {
    const body = await scan(['The keeper counted the ships.']);
    const options = { formats: ['markdown' as const], onlyMainContent: true };
    const page = await converter.convert({ body, contentType, url: 'https://example.com/scan.pdf', options });
    expect(page.markdown).toBe('The keeper counted the ships.');
  } finally {
    await converter.close();
  }
});
