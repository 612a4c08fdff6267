import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDecoderPool, type DecoderPool } from '../../../activities/icons/decode/pool.ts';
import { createIconFinder } from '../../../activities/icons/find.ts';
import { createMarks } from '../../../activities/icons/marks/marks.ts';
import { patientLimits } from './support/patientLimits.ts';
import { disc, discPng, discSvg, plainPng } from './support/pictures.ts';
import { hang, page, type Routes, startWeb, type Web } from './support/web.ts';

let decoder: DecoderPool;
let web: Web;
beforeAll(async () => {
  decoder = createDecoderPool({ processes: 1, inspectTimeoutMs: 60_000 });
  await decoder.warm();
});
afterAll(() => decoder.close());
beforeEach(async () => {
  web = await startWeb();
});
afterEach(() => web.close());

/** A picture that is identified by its width. */
function card(width: number): Promise<Buffer> {
  return disc(100)
    .resize(width, Math.round(width / 2), { fit: 'contain', background: '#eee' })
    .png()
    .toBuffer();
}

async function widthFor(head: string, routes: Routes): Promise<number | undefined> {
  web.host('example.com', { '/': page(head), ...routes });
  const { source } = await createIconFinder({
    fetch: web.fetch,
    decoder,
    marks: createMarks(),
    services: [],
    limits: patientLimits,
  }).findOgImage({ domain: 'example.com' });
  return source.kind === 'none' ? undefined : source.width;
}

describe('the search for an Open Graph image', () => {
  test.each([
    ['og:image', '<meta property="og:image" content="/200.png">'],
    ['og:image in a name attribute', '<meta name="og:image" content="/200.png">'],
    ['og:image:url', '<meta property="og:image:url" content="/200.png">'],
    ['og:image:secure_url', '<meta property="og:image:secure_url" content="https://example.com/200.png">'],
    ['twitter:image', '<meta name="twitter:image" content="/200.png">'],
    ['twitter:image:src', '<meta name="twitter:image:src" content="/200.png">'],
    [
      'og:image after twitter:image',
      '<meta name="twitter:image" content="/300.png"><meta property="og:image" content="/200.png">',
    ],
    [
      'several images, as the first of them',
      '<meta property="og:image" content="/200.png"><meta property="og:image" content="/300.png">',
    ],
    [
      'several images, as the first usable one',
      '<meta property="og:image" content="/missing.png"><meta property="og:image" content="/blank.png"><meta property="og:image" content="/200.png"><meta property="og:image" content="/300.png">',
    ],
    ['a URL relative to the base', '<base href="/sub/"><meta property="og:image" content="../200.png">'],
    ['a protocol-relative URL', '<meta property="og:image" content="//example.com/200.png">'],
    ['tags in the body, in capitals', '</head><body><META PROPERTY="OG:IMAGE" CONTENT="/200.png">'],
  ])('finds the image of a page with %s', async (_, head) => {
    expect(
      await widthFor(head, {
        '/200.png': await card(200),
        '/300.png': await card(300),
        '/blank.png': await plainPng(800, 400, '#fff'),
      }),
    ).toBe(200);
  });

  test('finds drawings and animations', async () => {
    expect(
      await widthFor('<meta property="og:image" content="/c.svg">', {
        '/c.svg': discSvg('#06c', 'viewBox="0 0 400 200"'),
      }),
    ).toBe(400);
    const frames = [await discPng(80, '#d33'), await discPng(80, '#33d')];
    const animated = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    expect(await widthFor('<meta property="og:image" content="/a.webp">', { '/a.webp': animated })).toBe(80);
  });
});

describe('the search for an Open Graph image without a result', () => {
  test.each<[string, string, Routes]>([
    ['the page declares none', '<title>x</title>', {}],
    ['its URL leads to an HTML page', '<meta property="og:image" content="/x">', { '/x': page('') }],
    ['it has no URL', '<meta property="og:image" content=""><meta property="og:image">', {}],
    ['its URL has another scheme', '<meta property="og:image" content="javascript:alert(1)">', {}],
  ])('finds nothing if %s', async (_, head, routes) => {
    expect(await widthFor(head, routes)).toBeUndefined();
  });

  test('finds nothing if the image is a tracking pixel or far too tall', async () => {
    expect(
      await widthFor('<meta property="og:image" content="/1.png">', { '/1.png': await discPng(12) }),
    ).toBeUndefined();
    const tower = await disc(50).resize(50, 900, { fit: 'contain', background: '#eee' }).png().toBuffer();
    expect(await widthFor('<meta property="og:image" content="/t.png">', { '/t.png': tower })).toBeUndefined();
  });

  test('says that the site is unavailable if it does not answer', async () => {
    const finder = createIconFinder({
      fetch: web.fetch,
      decoder,
      marks: createMarks(),
      services: [],
      limits: { homePage: { timeoutMs: 100, maxBytes: 1e6, headStartMs: 50 } },
    });
    web.host('example.com', { '/': hang });
    expect(await finder.findOgImage({ domain: 'example.com' })).toMatchObject({
      source: { kind: 'none' },
      unavailable: true,
    });
  });
});
