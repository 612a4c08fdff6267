import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { hugePng, pngChunk } from '../icons/support/pictures.ts';
import { pageOf } from '../pages/pageOf.ts';

const url = 'https://example.com/harbor/ship%20one.jpg';
const words = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="160" font-family="sans-serif" font-size="30"><rect width="640" height="160" fill="#fff"/><text x="20" y="60">The keeper counted the ships</text><text x="20" y="110">that came home before dark.</text></svg>',
);

function plain(width = 40, height = 30) {
  return sharp({ create: { width, height, channels: 3, background: '#246' } });
}

/** Reading restricts which formats sharp reads in this process, so pictures are made before. */
const pictures: Record<string, Buffer> = {};
beforeAll(async () => {
  for (const format of ['png', 'jpeg', 'gif', 'webp', 'avif', 'tiff'] as const)
    pictures[format] = await plain().toFormat(format).toBuffer();
  const exif = {
    IFD0: { ImageDescription: 'A ship at dusk', Artist: 'A. Keeper' },
    IFD2: { DateTimeOriginal: '2024:01:31 12:00:00' },
  };
  pictures['described'] = await plain().withExif(exif).jpeg().toBuffer();
  pictures['turned'] = await plain().withMetadata({ orientation: 6 }).jpeg().toBuffer();
  pictures['camera'] = await plain()
    .withExif({ IFD0: { ImageDescription: 'OLYMPUS DIGITAL CAMERA' } })
    .jpeg()
    .toBuffer();
  pictures['xmp'] = await plain()
    .withXmp(
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="de">Schiff</rdf:li><rdf:li xml:lang="x-default">Ship &amp; sea</rdf:li></rdf:Alt></dc:title><dc:creator><rdf:Seq><rdf:li>A</rdf:li><rdf:li>B</rdf:li></rdf:Seq></dc:creator></rdf:Description></rdf:RDF></x:xmpmeta>`,
    )
    .webp()
    .toBuffer();
  pictures['words'] = await sharp(words).png().toBuffer();
});

function picture(name: string): Buffer {
  return pictures[name] ?? Buffer.alloc(0);
}

describe('an image', () => {
  it.each([
    ['png', 'PNG'],
    ['jpeg', 'JPEG'],
    ['gif', 'GIF'],
    ['webp', 'WebP'],
    ['avif', 'AVIF'],
    ['tiff', 'TIFF'],
  ])('is a page with its type and size, by its bytes: %s', async (format, name) => {
    const page = await pageOf(picture(format), {
      url,
      contentType: 'text/html',
      options: { formats: ['markdown', 'images', 'html'] },
    });
    expect(page.markdown).toBe(`![ship one.jpg](${url})\n\n${name} image, 40 × 30 pixels`);
    expect(page.images).toEqual([url]);
    expect(page.metadata).toEqual({ width: 40, height: 30 });
  });

  it('has the title, the description, the author and the day that are written into it', async () => {
    const { markdown, metadata } = await pageOf(picture('described'), { url });
    expect(markdown).toBe(`![A ship at dusk](${url})\n\nA ship at dusk\n\nJPEG image, 40 × 30 pixels`);
    expect(metadata).toEqual({
      description: 'A ship at dusk',
      author: 'A. Keeper',
      published: '2024-01-31T12:00:00',
      width: 40,
      height: 30,
    });
    expect((await pageOf(picture('xmp'), { url })).metadata).toMatchObject({ title: 'Ship & sea', author: 'A, B' });
    expect((await pageOf(picture('camera'), { url })).metadata).toEqual({ width: 40, height: 30 });
  });

  it('has the texts of a PNG', async () => {
    const text = (keyword: string, value: string) => pngChunk('tEXt', Buffer.from(`${keyword}\0${value}`));
    const png = picture('png');
    const body = Buffer.concat([
      png.subarray(0, 33),
      text('Title', 'Harbor'),
      text('Description', 'At dusk'),
      png.subarray(33),
    ]);
    expect((await pageOf(body, { url })).markdown).toBe(
      `# Harbor\n\n![Harbor](${url})\n\nAt dusk\n\nPNG image, 40 × 30 pixels`,
    );
  });

  it('has the size in which it is shown', async () => {
    expect((await pageOf(picture('turned'))).metadata).toEqual({ width: 30, height: 40 });
  });

  it('is only named if it is a file without an address', async () => {
    const { markdown } = await pageOf(picture('png'), { url: 'file:///ship%20one.png' });
    expect(markdown).toBe('*Image: ship one.png*\n\nPNG image, 40 × 30 pixels');
  });

  it('that is drawn has its title, its description and its words', async () => {
    const svg =
      '<?xml version="1.0"?><!-- by hand --><svg xmlns="http://www.w3.org/2000/svg" width="2in" height="48" viewBox="0 0 400 100"><title>Tides</title><desc>By month</desc><text>High <tspan>water</tspan></text><script>alert(1)</script></svg>';
    const page = await pageOf(svg, { url, contentType: 'image/svg+xml' });
    expect(page.markdown).toBe(
      `# Tides\n\n![Tides](${url})\n\nBy month\n\nSVG image, 192 × 48 pixels\n\n---\n\nHigh water`,
    );
    expect(page.metadata).toEqual({ title: 'Tides', description: 'By month', width: 192, height: 48 });
  });

  it('is not what only begins like one', async () => {
    expect((await pageOf('BMW and others build ships.', { contentType: 'text/plain' })).markdown).toContain(
      'BMW and others',
    );
    const page = await pageOf(
      `<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg><h1>Harbor</h1><p>Ships.</p>`,
    );
    expect(page.markdown).toContain('# Harbor');
  });

  it('has its words read by OCR if that is asked for', async () => {
    const options = { parsers: [{ type: 'image' as const, ocr: true }], formats: ['markdown' as const] };
    const { markdown, warning } = await pageOf(picture('words'), { url, options });
    expect(markdown).toContain('---\n\nThe keeper counted the ships that came home before dark.');
    expect(warning).toBeUndefined();
    const empty = await pageOf(picture('png'), { url, options });
    expect(empty.warning).toBe('No text was found in the image by OCR.');
    const half = await pageOf(picture('words').subarray(0, 2_000), { url, options });
    expect(half).toMatchObject({ warning: expect.stringContaining('damaged'), metadata: { width: 640 } });
    const bomb = await pageOf(hugePng(20_000), { url, options });
    expect(bomb).toMatchObject({ warning: expect.stringContaining('too many pixels'), metadata: { width: 20_000 } });
  });

  it('is refused if its header is damaged', async () => {
    for (const bytes of [
      picture('jpeg').subarray(0, 30),
      Buffer.from('GIF89a\x01\x00\x01\x00'),
      Buffer.from('II\x2a\0\xff\xff\xff\xff', 'latin1'),
    ])
      await expect(pageOf(bytes, { contentType: 'image/jpeg' })).rejects.toMatchObject({
        kind: 'PageNotText',
        message: expect.stringContaining('damaged'),
      });
  });
});
