import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createDecode, type Decode } from '../../../activities/icons/decode/pool.ts';
import { createIconFinder } from '../../../activities/icons/find.ts';
import { createMarks } from '../../../activities/icons/marks/marks.ts';
import type { FaviconService } from '../../../activities/icons/services.ts';
import { discPng, discSvg, ico, icoBitmap } from './support/pictures.ts';
import { page, type Routes, startWeb, type Web } from './support/web.ts';

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
  return createIconFinder({ fetch: web.fetch, decode, marks: createMarks(), services }).findIcon({
    domain: 'example.com',
    theme: 'light',
  });
}

test('the first service that has an icon is taken, and the second is not asked', async () => {
  firstHas({ '/example.com.png': await discPng(64) });
  secondHas({ '/?d=example.com': await discPng(128) });
  const { source, candidates } = await find();
  expect(source).toMatchObject({ kind: 'service', width: 64 });
  expect(candidates.find(({ chosen }) => chosen)).toMatchObject({
    source: 'service',
    url: 'https://icons.first.net/example.com.png',
  });
  expect(web.asked.some((address) => address.startsWith('second.org'))).toBe(false);
});

test('the second is asked where the first has nothing', async () => {
  secondHas({ '/?d=example.com': ico([{ side: 48, body: await icoBitmap(48, '#d33') }]) });
  expect((await find()).source).toMatchObject({ kind: 'service', width: 48 });
});

test('neither is asked where the site has an icon', async () => {
  web.host('example.com', { '/': page('<link rel="icon" href="/i.svg">'), '/i.svg': discSvg('#d33') });
  expect((await find()).source.kind).toBe('site');
  expect(web.asked.some((address) => /first|second/.test(address))).toBe(false);
});

test('either can be switched off, and both', async () => {
  firstHas({ '/example.com.png': await discPng(64) });
  expect((await find([second])).source.kind).toBe('none');
  expect((await find([])).source.kind).toBe('none');
});

test('an answer with an error status is nothing, picture or not', async () => {
  firstHas({ '/example.com.png': { status: 404, body: await discPng(64) } });
  expect((await find([first])).source.kind).toBe('none');
});

test("a service's placeholder is nothing: a tiny globe, in colour, with status 200", async () => {
  const globe = await discPng(16, '#4285f4');
  firstHas({ '/example.com.png': globe, '/no-such-site.invalid.png': { status: 404, body: globe } });
  expect((await find([first])).source.kind).toBe('none');
});

test("a service's placeholder is nothing: a grey picture, at whatever size it comes", async () => {
  firstHas({ '/example.com.png': await discPng(128, '#999'), '/no-such-site.invalid.png': await discPng(48, '#999') });
  const { source, candidates } = await find([first]);
  expect(source.kind).toBe('none');
  expect(candidates.at(-1)?.reasons.join()).toMatch(/placeholder/);
});

test('a tiny picture is nothing where the placeholder cannot be had', async () => {
  firstHas({ '/example.com.png': await discPng(16, '#d33') });
  expect((await find([first])).source.kind).toBe('none');
});

test('a grey icon that is not the placeholder is an icon', async () => {
  const other = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#555" d="M0 0h16v4H0zM0 8h6v8H0z"/></svg>',
  );
  firstHas({ '/example.com.png': await discPng(128, '#222'), '/no-such-site.invalid.png': other });
  expect((await find([first])).source).toMatchObject({ kind: 'service', width: 128 });
});

test('a service that gives the same coloured icon for everything is believed', async () => {
  const same = await discPng(64, '#d33');
  firstHas({ '/example.com.png': same, '/no-such-site.invalid.png': same });
  expect((await find([first])).source.kind).toBe('service');
});

test('the site is still told to be away where a service has its icon', async () => {
  await web.close();
  web = await startWeb();
  firstHas({ '/example.com.png': await discPng(64) });
  expect(await find([first])).toMatchObject({ source: { kind: 'service' }, unavailable: true });
});
