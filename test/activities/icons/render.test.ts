import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createDecode, type Decode } from '../../../activities/icons/decode/pool.ts';
import type { Source } from '../../../activities/icons/find.ts';
import { createRenderer, type Rendition } from '../../../activities/icons/render.ts';
import { type ImageKind, parseImageParameters } from '../../../contracts/images/parameters.ts';
import { bmp, disc, discPng, discSvg, ico, platePng } from './support/pictures.ts';

vi.setConfig({ testTimeout: 30_000 });

let decode: Decode;
beforeAll(async () => {
  decode = createDecode({ processes: 1 });
  await decode.warm();
}, 60_000);
afterAll(() => decode.close());

function site(body: Buffer, contentType = 'image/png'): Source {
  return {
    kind: 'site',
    body,
    contentType,
    width: 1,
    height: 1,
  };
}

function render(source: Source, query: Record<string, string>, kind: ImageKind = 'icon'): Promise<Rendition> {
  return createRenderer({ decode }).render({
    domain: 'example.com',
    source,
    parameters: parseImageParameters(kind, query),
  });
}

async function bytes(rendition: Promise<Rendition>): Promise<Buffer> {
  const made = await rendition;
  if (made.source === 'none') throw new Error('nothing was rendered');
  return made.body;
}

async function colourAt(body: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(body).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)];
}

describe('an icon has exactly the pixels that were asked for', () => {
  test.each([
    ['shrunk', { size: '16' }, 16],
    ['by default', {}, 128],
    ['enlarged', { size: '300' }, 300],
    ['enlarged very much', { size: '2048', format: 'jpg' }, 2048],
    ['one pixel', { size: '1' }, 1],
    ['doubled', { size: '64', retina: 'true' }, 128],
    ['doubled to the most', { size: '2048', retina: 'true', format: 'jpg' }, 4096],
  ])('%s', async (_, query, pixels) => {
    const { width, height } = await sharp(await bytes(render(site(await discPng(48)), query))).metadata();
    expect([width, height]).toEqual([pixels, pixels]);
  });
});

describe('in the format that was asked for', () => {
  test.each([
    ['png', 'image/png', 'png'],
    ['webp', 'image/webp', 'webp'],
    ['jpg', 'image/jpeg', 'jpeg'],
    ['gif', 'image/png', 'png'],
  ])('%s', async (format, contentType, real) => {
    const made = await render(site(await discPng(48)), { format });
    expect(made).toMatchObject({ source: 'site', contentType });
    expect(await sharp(await bytes(Promise.resolve(made))).metadata()).toMatchObject({ format: real });
  });

  test('transparent where the format can be, white where it cannot', async () => {
    const transparent = site(await discPng(64));
    expect((await colourAt(await bytes(render(transparent, {})), 0, 0))[3]).toBe(0);
    expect((await colourAt(await bytes(render(transparent, { format: 'webp' })), 0, 0))[3]).toBe(0);
    expect(await colourAt(await bytes(render(transparent, { format: 'jpg' })), 0, 0)).toEqual([255, 255, 255, 255]);
  });
});

describe('without distortion', () => {
  test('a wide picture is contained in its square', async () => {
    const wide = await sharp({ create: { width: 200, height: 100, channels: 4, background: '#d33' } })
      .png()
      .toBuffer();
    const body = await bytes(render(site(wide), { size: '100' }));
    expect((await colourAt(body, 50, 10))[3]).toBe(0);
    expect((await colourAt(body, 50, 90))[3]).toBe(0);
    expect((await colourAt(body, 2, 50))[3]).toBe(255);
    expect((await colourAt(body, 97, 50))[3]).toBe(255);
  });

  test('edges stay clean: no dark fringe around transparency', async () => {
    const body = await bytes(render(site(await discPng(256, '#fff')), { size: '40' }));
    const { data } = await sharp(body).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    for (let at = 0; at < data.length; at += 4) if ((data[at + 3] ?? 0) > 20) expect(data[at]).toBeGreaterThan(235);
  });
});

describe('from every kind of source', () => {
  test('icon files, bitmaps, CMYK and 16-bit pictures', async () => {
    const sources = [
      ico([{ side: 64, body: await discPng(64) }]),
      await bmp(64, '#d33'),
      await disc(64).flatten({ background: '#fff' }).toColourspace('cmyk').jpeg().toBuffer(),
      await disc(64).toColourspace('rgb16').png().toBuffer(),
      await disc(64).greyscale().png().toBuffer(),
      await disc(64).png({ palette: true }).toBuffer(),
    ];
    for (const body of sources) {
      const made = await sharp(await bytes(render(site(body), { size: '32' }))).metadata();
      expect(made).toMatchObject({ format: 'png', width: 32, height: 32, space: 'srgb' });
    }
  });

  test('an animation gives its first frame', async () => {
    const animated = await sharp([await platePng(40, '#dd3333'), await platePng(40, '#3333dd')], {
      join: { animated: true },
    })
      .gif()
      .toBuffer();
    const body = await bytes(render(site(animated), { size: '40' }));
    expect((await sharp(body).metadata()).pages).toBeUndefined();
    expect((await colourAt(body, 2, 2))[0]).toBeGreaterThan(200);
  });
});

describe('an icon that is a drawing', () => {
  const drawing = site(
    Buffer.from(`${discSvg('#d33').replace('</svg>', '<script>alert(1)</script></svg>')}`),
    'image/svg+xml',
  );

  test('stays one, sanitized, at the size asked for, whatever the format', async () => {
    for (const format of ['png', 'webp', 'jpg', 'x']) {
      const made = await render(drawing, { format, size: '40', retina: 'true' });
      expect(made).toMatchObject({ contentType: 'image/svg+xml', width: 40, height: 40 });
      const text = (await bytes(Promise.resolve(made))).toString();
      expect(text).toMatch(/^<svg[^>]* width="40" height="40"/);
      expect(text).not.toContain('script');
    }
  });
});

describe('an Open Graph image', () => {
  const photo = () => disc(300).resize(600, 315, { fit: 'contain', background: '#eee' }).jpeg().toBuffer();

  test.each([
    [{}, 1200, 630],
    [{ size: '600' }, 600, 315],
    [{ size: '100' }, 100, 53],
    [{ size: '1' }, 1, 1],
    [{ size: '500', retina: 'true' }, 1000, 525],
    [{ size: '0' }, 1, 1],
  ])('for %j is %i wide and keeps its shape', async (query, width, height) => {
    const made = await render(site(await photo()), query, 'og');
    expect(made).toMatchObject({ width, height, contentType: 'image/png' });
    expect(await sharp(await bytes(Promise.resolve(made))).metadata()).toMatchObject({ width, height });
  });

  test('that is a drawing becomes pixels', async () => {
    const drawing = site(Buffer.from(discSvg('#06c', 'viewBox="0 0 200 100"')));
    const made = await render(drawing, { size: '400', format: 'webp' }, 'og');
    expect(made).toMatchObject({ width: 400, height: 200, contentType: 'image/webp' });
  });
});

describe('where there is nothing to show', () => {
  const none: Source = { kind: 'none' };

  test('an icon falls back to the letter, a card to nothing', async () => {
    const letter = await render(none, { size: '48', format: 'jpg' });
    expect(letter).toMatchObject({ source: 'monogram', contentType: 'image/svg+xml', width: 48, height: 48 });
    expect((await bytes(Promise.resolve(letter))).toString()).toContain('>E</text>');
    expect(await render(none, {}, 'og')).toEqual({ source: 'none' });
  });

  test('or to what was asked for', async () => {
    expect(await render(none, { fallback: '404' })).toEqual({ source: 'none' });
    expect(await render(none, { fallback: 'monogram', size: '600' }, 'og')).toMatchObject({
      source: 'monogram',
      width: 600,
      height: 315,
    });
  });

  test('also where the kept source can no longer be read', async () => {
    expect(await render(site(Buffer.from('garbage')), {})).toMatchObject({ source: 'monogram' });
    expect(await render(site(Buffer.from('garbage')), { fallback: '404' })).toEqual({ source: 'none' });
  });
});
