import pLimit from 'p-limit';
import { egressMap } from '../support/egressMap.ts';
import type { WholeStack } from '../support/wholeStack.ts';
import { forkScript } from './childProcess.ts';
import { cpuSecondsOfChildren } from './cpu.ts';
import { loadInTurns, ratioOf } from './load.ts';
import { median } from './median.ts';
import { atLeast, atMost, below, figure, type Row } from './row.ts';
import { benchKeys, withStack } from './stack.ts';
import { secondsOf } from './timing.ts';

const unknownDomains = 200;
/** Several, because the searches below one domain are limited (gateway/images/coldSearches.ts). */
const hosts = ['lighthouse.com', 'lighthouse.org', 'lighthouse.net', 'lighthouse.dev'];
const inMs = { digits: 0, unit: ' ms' };

/** Cached and new images, compared with a bare Koa that answers the same number of bytes. */
export async function images(): Promise<Row[]> {
  const { message: site, process: siteProcess, stop } = await forkScript('iconSite');
  try {
    return await withStack({ EGRESS_MAP: egressMap(hosts, site) }, async (stack) => [
      // First, because a page full of logos may be the first that comes after a start.
      ...(await measureManyUnknown(stack, siteProcess.pid ?? 0)),
      ...(await compareWithBareKoa(stack)),
      ...(await measureNewImages(stack, site)),
    ]);
  } finally {
    stop();
  }
}

function pathOf(domain: string, query = '') {
  return `/${domain}?token=${benchKeys.publishable}${query}`;
}

async function fetchTimed(url: string) {
  const started = performance.now();
  const bytes = (await (await fetch(url)).arrayBuffer()).byteLength;
  return { ms: performance.now() - started, bytes };
}

async function compareWithBareKoa({ images: gateway }: WholeStack): Promise<Row[]> {
  const path = pathOf('known.lighthouse.com');
  const { bytes } = await fetchTimed(gateway + path);
  const bareKoa = await forkScript('bareKoa', [String(bytes)]);
  const [bare, ours] = await loadInTurns([
    { address: bareKoa.message, path: '/' },
    { address: gateway, path },
  ]);
  bareKoa.stop();
  return [
    atLeast('cached icon: requests/s against bare Koa', ratioOf('rate', ours, bare), 0.9),
    below('cached icon: p99 against bare Koa', ratioOf('p99', ours, bare), 4),
  ];
}

async function measureManyUnknown({ images: gateway }: WholeStack, siteProcess: number): Promise<Row[]> {
  const limit = pLimit(16);
  async function find(number: number) {
    const started = performance.now();
    const response = await fetch(gateway + pathOf(`site${number}.${hosts[number % hosts.length]}`));
    await response.arrayBuffer();
    return { ms: performance.now() - started, from: response.headers.get('x-sightread-source') };
  }
  const cpuBefore = await cpuSecondsOfChildren([siteProcess]);
  let found: Awaited<ReturnType<typeof find>>[] = [];
  const seconds = await secondsOf(async () => {
    found = await Promise.all(Array.from({ length: unknownDomains }, (_, number) => limit(() => find(number))));
  });
  const cpuMs = ((await cpuSecondsOfChildren([siteProcess])) - cpuBefore) * 1_000;
  const fallbacks = found.filter(({ from }) => from !== 'site').length;
  const what = `${unknownDomains} unknown domains, 16 asked at once, right after a start`;
  return [
    atLeast(`${what}: domains/s`, unknownDomains / seconds, 15, { digits: 1 }),
    atMost(`${what}: CPU of all processes for each, servers too`, cpuMs / unknownDomains, 90, inMs),
    atMost(`${what}: answered by the fallback`, fallbacks, 0, { digits: 0 }),
    figure(`${what}: median`, `${median(found.map(({ ms }) => ms)).toFixed(0)} ms`),
  ];
}

async function measureNewImages({ images: gateway }: WholeStack, site: string): Promise<Row[]> {
  const renditions: number[] = [];
  for (let size = 200; size < 240; size += 1)
    renditions.push((await fetchTimed(gateway + pathOf('known.lighthouse.com', `&size=${size}`))).ms);
  const unknown: number[] = [];
  for (let number = 0; number < 15; number += 1)
    unknown.push((await fetchTimed(gateway + pathOf(`new${number}.lighthouse.com`))).ms);
  await Promise.all(Array.from({ length: 1_000 }, () => fetchTimed(gateway + pathOf('rush.lighthouse.com'))));
  const homePageFetches = Number(await (await fetch(`${site}/homes?host=rush.lighthouse.com`)).text());
  return [
    atMost('known source, new rendition, median', median(renditions), 40, inMs),
    atMost('unknown domain on a site that answers in 100 ms, median', median(unknown), 220, inMs),
    {
      what: 'home page fetched for 1,000 requests at once',
      measured: String(homePageFetches),
      target: '1',
      reached: homePageFetches === 1,
    },
  ];
}
