import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { hits } from '../../support/fixtureSite.ts';
import { fetchImage } from '../../support/imageClient.ts';
import { fetchFromSite, waitForSearch } from '../../support/siteImages.ts';

async function pixel(body: Buffer, x: number, y: number) {
  const { data, info } = await sharp(body).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * info.channels;
  return [...data.subarray(at, at + 4)];
}

describe('an icon', () => {
  it('is a PNG of 128 by 128 pixels with its source in a header', async () => {
    const { status, headers, body, path } = await fetchFromSite('unseen.lighthouse.com');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('image/png');
    expect(await sharp(body).metadata()).toMatchObject({ width: 128, height: 128, format: 'png' });
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'private, max-age=86400',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'x-sightread-source': 'site',
      'x-cache': 'MISS',
    });
    expect(headers.has('x-accel-expires')).toBe(false);
    expect((await fetchImage(path)).headers.get('x-cache')).toBe('HIT');
  });

  it.each([
    ['size=64', 64],
    ['size=1', 1],
    ['size=2048', 2048],
    ['size=0', 1],
    ['size=-5', 1],
    ['size=99999', 2048],
    ['size=12.7', 12],
    ['size=abc', 128],
    ['size=64&retina=true', 128],
    ['size=64&retina=yes', 64],
  ])('with %s is %d pixels wide and high', async (query, side) => {
    const { body } = await fetchFromSite(`plain.lighthouse.com?${query}`);
    expect(await sharp(body).metadata()).toMatchObject({ width: side, height: side });
  });

  it.each([
    ['png', 'image/png'],
    ['webp', 'image/webp'],
    ['jpg', 'image/jpeg'],
    ['gif', 'image/png'],
  ])('with format=%s is %s', async (format, type) => {
    const { headers, body } = await fetchFromSite(`plain.lighthouse.com?format=${format}`);
    expect(headers.get('content-type')).toBe(type);
    const corner = await pixel(body, 1, 1);
    if (format === 'jpg') expect(Math.min(...corner)).toBeGreaterThan(250);
    else expect(corner[3]).toBe(0);
  });

  it('is the one that the site declares for the theme', async () => {
    const light = await pixel((await fetchFromSite('themed.lighthouse.com')).body, 64, 64);
    const dark = await pixel((await fetchFromSite('themed.lighthouse.com?theme=dark')).body, 64, 64);
    expect(light.slice(0, 3)).toEqual([0xb7, 0x1c, 0x1c]);
    expect(dark.slice(0, 3)).toEqual([0xff, 0xeb, 0x3b]);
  });

  it('from an SVG stays a sanitized SVG for every format', async () => {
    const { headers, body } = await fetchFromSite('drawn.lighthouse.com?format=jpg&size=40');
    expect(headers.get('content-type')).toBe('image/svg+xml');
    expect(headers.get('content-security-policy')).toBe('sandbox');
    const text = body.toString();
    expect(text).toMatch(/width="40"/);
    expect(text).toContain('circle');
    expect(text).not.toMatch(/script|onload|evil/);
  });

  it('of a well-known brand is the curated mark', async () => {
    const { headers } = await fetchImage('github.com');
    expect(headers.get('x-sightread-source')).toBe('curated');
  });

  it('of a site without one is a monogram for an hour, or 404 with fallback=404', async () => {
    await waitForSearch('bare2.lighthouse.com?size=50');
    const monogram = await fetchImage('bare2.lighthouse.com?size=50');
    expect(monogram.headers.get('content-type')).toBe('image/svg+xml');
    expect(monogram.headers.get('x-sightread-source')).toBe('monogram');
    expect(monogram.headers.get('cache-control')).toBe('private, max-age=3600');
    expect(monogram.body.toString()).toMatch(/>B<\/text>/);
    const nothing = await fetchImage('bare2.lighthouse.com?fallback=404');
    expect(nothing.status).toBe(404);
    expect(nothing.headers.get('cache-control')).toBe('private, max-age=3600');
    expect(nothing.headers.get('x-sightread-source')).toBe('none');
  });

  it('of a site that hangs is a monogram that is cached briefly', async () => {
    const { status, headers } = await fetchImage('hanging.lighthouse.com');
    expect(status).toBe(200);
    expect(headers.get('x-sightread-source')).toBe('monogram');
    expect(headers.get('cache-control')).toMatch(/max-age=(60|3600)$/);
  });

  it('is discovered once for 200 simultaneous requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) => fetchImage(`plain7.lighthouse.com?size=${60 + (at % 5)}`)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await hits('plain7.lighthouse.com/')).toBe(1);
  });

  it('is the same for every spelling of the domain', async () => {
    const { body } = await fetchImage('plain.lighthouse.com');
    for (const spelling of [
      'PLAIN.lighthouse.com',
      'https://plain.lighthouse.com/a/b?c=d',
      'plain.lighthouse.com:8080',
      'plain.lighthouse.com.',
    ]) {
      expect((await fetchImage(encodeURIComponent(spelling))).body.equals(body), spelling).toBe(true);
    }
  });
});

describe('an Open Graph image', () => {
  it('is 1200 pixels wide and keeps the aspect ratio', async () => {
    const { headers, body } = await fetchFromSite('og/card.lighthouse.com');
    expect(headers.get('x-sightread-source')).toBe('site');
    expect(await sharp(body).metadata()).toMatchObject({ width: 1200, height: 600 });
  });

  it('has the requested width and format', async () => {
    expect(
      await sharp((await fetchFromSite('og/card.lighthouse.com?size=300&format=webp')).body).metadata(),
    ).toMatchObject({
      width: 300,
      height: 150,
      format: 'webp',
    });
  });

  it('of a site without one is 404, or a card with fallback=monogram', async () => {
    expect((await fetchImage('og/bare.lighthouse.com')).status).toBe(404);
    const card = await fetchImage('og/bare.lighthouse.com?fallback=monogram&size=600');
    expect(card.body.toString()).toMatch(/width="600" height="315"/);
  });

  it('is drawn with fallback=card in pixels, which other sites show too', async () => {
    const path = 'og/plain.lighthouse.com?fallback=card&size=600&format=jpg';
    await waitForSearch(path);
    const { headers, body } = await fetchImage(path);
    expect(headers.get('x-sightread-source')).toBe('card');
    expect(headers.get('cache-control')).toBe('private, max-age=3600');
    expect(await sharp(body).metadata()).toMatchObject({ format: 'jpeg', width: 600, height: 315 });
  });
});

describe('what is put around an icon', () => {
  it('is a plate with round corners, in pixels and in drawings', async () => {
    const { body } = await fetchFromSite('plain.lighthouse.com?plate=light&size=64');
    expect(await pixel(body, 0, 0)).toEqual([0, 0, 0, 0]);
    expect((await pixel(body, 32, 2)).slice(0, 3)).toEqual([0xf4, 0xf4, 0xf5]);
    const drawn = await fetchFromSite('drawn.lighthouse.com?plate=dark&padding=20&radius=50&size=64');
    expect(drawn.headers.get('content-type')).toBe('image/svg+xml');
    expect(drawn.body.toString()).toMatch(/rx="50".*fill="#26262b".*x="20" y="20"/s);
    expect(drawn.body.toString()).not.toMatch(/script|onload|evil/);
  });
});

describe('raster=true', () => {
  it('makes pixels of a drawing and of a monogram', async () => {
    const drawn = await fetchFromSite('drawn.lighthouse.com?raster=true&format=webp&size=40&retina=true');
    expect(await sharp(drawn.body).metadata()).toMatchObject({ format: 'webp', width: 80, height: 80 });
    const monogram = await fetchImage('bare.lighthouse.com?raster=true&size=50');
    expect(monogram.headers.get('x-sightread-source')).toBe('monogram');
    expect(await sharp(monogram.body).metadata()).toMatchObject({ format: 'png', width: 50, height: 50 });
  });
});

describe('the image API', () => {
  it('answers HEAD with the headers of GET and no body', async () => {
    const get = await fetchImage('plain.lighthouse.com');
    const head = await fetchImage('plain.lighthouse.com', { method: 'HEAD' });
    const stableHeaders = ({ headers }: typeof get) =>
      [...headers].filter(([name]) => !['date', 'x-cache', 'connection', 'keep-alive'].includes(name));
    expect(stableHeaders(head)).toEqual(stableHeaders(get));
    expect(head.headers.get('content-length')).toBe(String(get.body.length));
    expect(head.body.length).toBe(0);
  });

  it('answers 304 when If-None-Match has the ETag', async () => {
    const { headers } = await fetchImage('plain.lighthouse.com');
    const again = await fetchImage('plain.lighthouse.com', { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
    expect(again.body.length).toBe(0);
  });

  it.each(['127.0.0.1', 'localhost', 'nodot', '', 'a b.com'])(
    'answers 400 for %j, which is not a public domain',
    async (domain) => {
      const { status, headers } = await fetchImage(encodeURIComponent(domain));
      expect(status).toBe(400);
      expect(headers.get('access-control-allow-origin')).toBe('*');
    },
  );

  it('answers the fallback for a name that nobody can register, and asks nobody', async () => {
    const { status, headers } = await fetchImage('site.unknowntld');
    expect(status).toBe(200);
    expect(headers.get('x-sightread-source')).toBe('monogram');
    expect(headers.get('cache-control')).toBe('private, max-age=3600');
    expect((await fetchImage('site.unknowntld?fallback=404')).status).toBe(404);
  });

  it.each([
    ['plate=pink', 'plate is one of auto, none, light, dark.'],
    ['padding=60', 'padding is a whole number of percent from 0 to 40.'],
    ['radius=51', 'radius is a whole number of percent from 0 to 50.'],
  ])('answers 400 for %s and says what is valid', async (query, text) => {
    const { status, body } = await fetchImage(`plain.lighthouse.com?${query}`);
    expect({ status, text: body.toString() }).toEqual({ status: 400, text });
  });

  it('refuses POST and answers OPTIONS', async () => {
    expect((await fetchImage('plain.lighthouse.com', { method: 'POST' })).status).toBe(405);
    expect((await fetchImage('plain.lighthouse.com', { method: 'OPTIONS' })).status).toBe(204);
  });
});
