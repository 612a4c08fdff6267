import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDecoderPool, type DecoderPool } from '../../../activities/icons/decode/pool.ts';
import { createIconFinder } from '../../../activities/icons/find.ts';
import { createMarks } from '../../../activities/icons/marks/marks.ts';
import type { FaviconService } from '../../../activities/icons/services.ts';
import { patientLimits } from './support/patientLimits.ts';
import { discPng, discSvg, ico, icoBitmap } from './support/pictures.ts';
import { page, type Routes, startWeb, type Web } from './support/web.ts';

let decoder: DecoderPool;
let web: Web;
beforeAll(async () => {
  decoder = createDecoderPool({ processes: 1, inspectTimeoutMs: 60_000 });
  await decoder.warm();
});
afterAll(() => decoder.close());
beforeEach(async () => {
  web = await startWeb();
  web.host('example.com', { '/': page('<title>No icon here</title>') });
});
afterEach(() => web.close());

const first: FaviconService = { name: 'first', template: 'https://icons.first.net/{domain}.png' };
const second: FaviconService = { name: 'second', template: 'https://second.org/?d={domain}' };

function firstHas(routes: Routes): void {
  web.host('icons.first.net', routes);
}

function secondHas(routes: Routes): void {
  web.host('second.org', routes);
}

function find(services: FaviconService[] = [first, second]) {
  return createIconFinder({
    fetch: web.fetch,
    decoder,
    marks: createMarks(),
    services,
    limits: patientLimits,
  }).findIcon({
    domain: 'example.com',
    theme: 'light',
  });
}

test('the icon of the first favicon service is used, and the second service gets no request', async () => {
  firstHas({ '/example.com.png': await discPng(64) });
  secondHas({ '/?d=example.com': await discPng(128) });
  const { source, candidates } = await find();
  expect(source).toMatchObject({ kind: 'service', width: 64 });
  expect(candidates.find(({ chosen }) => chosen)).toMatchObject({
    source: 'service',
    url: 'https://icons.first.net/example.com.png',
  });
  expect(web.requests.some((address) => address.startsWith('second.org'))).toBe(false);
});

test('the second favicon service is queried if the first has no icon', async () => {
  secondHas({ '/?d=example.com': ico([{ side: 48, body: await icoBitmap(48, '#d33') }]) });
  expect((await find()).source).toMatchObject({ kind: 'service', width: 48 });
});

test('no favicon service is queried if the site has an icon', async () => {
  web.host('example.com', { '/': page('<link rel="icon" href="/i.svg">'), '/i.svg': discSvg('#d33') });
  expect((await find()).source.kind).toBe('site');
  expect(web.requests.some((address) => /first|second/.test(address))).toBe(false);
});

test('favicon services can be turned off, one or all', async () => {
  firstHas({ '/example.com.png': await discPng(64) });
  expect((await find([second])).source.kind).toBe('none');
  expect((await find([])).source.kind).toBe('none');
});

test('a picture that a favicon service sends with an error status is not used', async () => {
  firstHas({ '/example.com.png': { status: 404, body: await discPng(64) } });
  expect((await find([first])).source.kind).toBe('none');
});

test("a favicon service's placeholder is not used: a tiny globe, in color, with status 200", async () => {
  const globe = await discPng(16, '#4285f4');
  firstHas({ '/example.com.png': globe, '/no-such-site.invalid.png': { status: 404, body: globe } });
  expect((await find([first])).source.kind).toBe('none');
});

test("a favicon service's placeholder is not used: a gray picture of any size", async () => {
  firstHas({ '/example.com.png': await discPng(128, '#999'), '/no-such-site.invalid.png': await discPng(48, '#999') });
  const { source, candidates } = await find([first]);
  expect(source.kind).toBe('none');
  expect(candidates.at(-1)?.reasons.join()).toMatch(/placeholder/);
});

test('a tiny picture of a favicon service is not used if its placeholder is unknown', async () => {
  firstHas({ '/example.com.png': await discPng(16, '#d33') });
  expect((await find([first])).source.kind).toBe('none');
});

test('a gray icon that differs from the placeholder of the favicon service is used', async () => {
  const other = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#555" d="M0 0h16v4H0zM0 8h6v8H0z"/></svg>',
  );
  firstHas({ '/example.com.png': await discPng(128, '#222'), '/no-such-site.invalid.png': other });
  expect((await find([first])).source).toMatchObject({ kind: 'service', width: 128 });
});

test('a large colored icon is used although the favicon service sends it for every domain', async () => {
  const same = await discPng(64, '#d33');
  firstHas({ '/example.com.png': same, '/no-such-site.invalid.png': same });
  expect((await find([first])).source.kind).toBe('service');
});

test('a search says that the site is unavailable although a favicon service has its icon', async () => {
  await web.close();
  web = await startWeb();
  firstHas({ '/example.com.png': await discPng(64) });
  expect(await find([first])).toMatchObject({ source: { kind: 'service' }, unavailable: true });
});
