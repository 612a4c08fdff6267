import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDecode, type Decode } from '../../../activities/icons/decode/pool.ts';
import { createIconFinder } from '../../../activities/icons/find.ts';
import { createMarks } from '../../../activities/icons/marks/marks.ts';
import { disc, discPng, discSvg, plainPng } from './support/pictures.ts';
import { hang, page, type Routes, startWeb, type Web } from './support/web.ts';

vi.setConfig({ testTimeout: 30_000 });

let decode: Decode;
let web: Web;
beforeAll(async () => {
  decode = createDecode({ processes: 1 });
  await decode.warm();
}, 60_000);
afterAll(() => decode.close());
beforeEach(async () => {
  web = await startWeb();
});
afterEach(() => web.close());

/** A picture that says by its width which one it is. */
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
    decode,
    marks: createMarks(),
    services: [],
  }).findOgImage({ domain: 'example.com' });
  return source.kind === 'none' ? undefined : source.width;
}

describe("the page's card is found", () => {
  test.each([
    ['og:image', '<meta property="og:image" content="/200.png">'],
    ['og:image as a name', '<meta name="og:image" content="/200.png">'],
    ['og:image:url', '<meta property="og:image:url" content="/200.png">'],
    ['og:image:secure_url', '<meta property="og:image:secure_url" content="https://example.com/200.png">'],
    ['twitter:image', '<meta name="twitter:image" content="/200.png">'],
    ['twitter:image:src', '<meta name="twitter:image:src" content="/200.png">'],
    [
      'og before twitter',
      '<meta name="twitter:image" content="/300.png"><meta property="og:image" content="/200.png">',
    ],
    [
      'the first of several',
      '<meta property="og:image" content="/200.png"><meta property="og:image" content="/300.png">',
    ],
    [
      'the first usable of several',
      '<meta property="og:image" content="/missing.png"><meta property="og:image" content="/blank.png"><meta property="og:image" content="/200.png"><meta property="og:image" content="/300.png">',
    ],
    ['relative to the base', '<base href="/sub/"><meta property="og:image" content="../200.png">'],
    ['protocol-relative', '<meta property="og:image" content="//example.com/200.png">'],
    ['in the body, in capitals', '</head><body><META PROPERTY="OG:IMAGE" CONTENT="/200.png">'],
  ])('%s', async (_, head) => {
    expect(
      await widthFor(head, {
        '/200.png': await card(200),
        '/300.png': await card(300),
        '/blank.png': await plainPng(800, 400, '#fff'),
      }),
    ).toBe(200);
  });

  test('as a drawing, and as an animation', async () => {
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

describe('nothing is found', () => {
  test.each<[string, string, Routes]>([
    ['without a card', '<title>x</title>', {}],
    ['where it is a page', '<meta property="og:image" content="/x">', { '/x': page('') }],
    ['where it has no address', '<meta property="og:image" content=""><meta property="og:image">', {}],
    ['where it is of another scheme', '<meta property="og:image" content="javascript:alert(1)">', {}],
  ])('%s', async (_, head, routes) => {
    expect(await widthFor(head, routes)).toBeUndefined();
  });

  test('where it is a counting pixel, or as tall as a tower', async () => {
    expect(
      await widthFor('<meta property="og:image" content="/1.png">', { '/1.png': await discPng(12) }),
    ).toBeUndefined();
    const tower = await disc(50).resize(50, 900, { fit: 'contain', background: '#eee' }).png().toBuffer();
    expect(await widthFor('<meta property="og:image" content="/t.png">', { '/t.png': tower })).toBeUndefined();
  });

  test('and the site is said to be away where it is', async () => {
    const finder = createIconFinder({
      fetch: web.fetch,
      decode,
      marks: createMarks(),
      services: [],
      budget: { homePage: { timeoutMs: 100, maxBytes: 1e6, headStartMs: 50 } },
    });
    web.host('example.com', { '/': hang });
    expect(await finder.findOgImage({ domain: 'example.com' })).toMatchObject({
      source: { kind: 'none' },
      unavailable: true,
    });
  });
});
