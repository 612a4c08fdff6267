import { createServer } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { createFetcher } from '../../../activities/egress/fetch.ts';
import { productTokenOf } from '../../../activities/pages/productToken.ts';
import { createRobotsReader } from '../../../activities/pages/robots/robotsReader.ts';
import { parseRobots } from '../../../activities/pages/robots/robotsRules.ts';
import { withRobots } from '../../../activities/pages/withRobots.ts';
import { parseEgressAllow } from '../../../contracts/egress/rules.ts';
import { listenOnLoopback } from '../../support/loopback.ts';

const userAgent = 'Mozilla/5.0 (compatible; Sightread/1.0)';
const fetcher = createFetcher({ rules: { allow: parseEgressAllow('127.0.0.1/32'), map: [] }, userAgent });
const closers: (() => Promise<unknown>)[] = [() => fetcher.close()];
afterAll(() => Promise.all(closers.map((close) => close())));

/** Whether the pages of a site with this robots.txt are read. */
async function allowedPaths(robots: string, paths: readonly string[]): Promise<string[]> {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/plain').end(robots));
  const { address, close } = await listenOnLoopback(server);
  closers.push(close);
  const read = withRobots(
    async ({ url }: { url: string }) => new URL(url).pathname,
    createRobotsReader({ fetcher, userAgent }),
  );
  const outcomes = await Promise.allSettled(paths.map((path) => read({ url: `${address}${path}` })));
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
}

describe('robots.txt', () => {
  it('is obeyed under our own name, also when other groups come first', async () => {
    const robots =
      'User-agent: mozilla\nDisallow: /\n\nUser-agent: Sightread\nDisallow: /private\n\nUser-agent: *\nDisallow: /other';
    expect(await allowedPaths(robots, ['/a', '/private/a', '/other'])).toEqual(['/a', '/other']);
  });

  it('is obeyed in the group for everybody if none names us', async () => {
    const robots = 'User-agent: mozilla\nDisallow: /a\n\nUser-agent: *\nDisallow: /b';
    expect(await allowedPaths(robots, ['/a', '/b'])).toEqual(['/a']);
  });

  it('matches our name in any case', async () => {
    expect(await allowedPaths('user-agent: SIGHTREAD\ndisallow: /a', ['/a', '/b'])).toEqual(['/b']);
  });
});

it('of a megabyte counts for its first half, and is fetched once', async () => {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    response.write('User-agent: *\nDisallow: /private\n');
    response.end(`# ${'x'.repeat(98)}\n`.repeat(10_000));
  });
  const { address, close } = await listenOnLoopback(server);
  closers.push(close);
  const robots = createRobotsReader({ fetcher, userAgent });
  const read = withRobots(async ({ url }: { url: string }) => url, robots);
  await expect(read({ url: `${address}/private/a` })).rejects.toThrow(/robots/);
  expect(await read({ url: `${address}/a` })).toBe(`${address}/a`);
  expect(requests).toBe(1);
});

describe('a crawl delay', () => {
  it.each([
    ['User-agent: *\nCrawl-delay: 2\nDisallow: /a', 2],
    ['User-agent: Sightread\nCrawl-delay: 0.5\n\nUser-agent: *\nCrawl-delay: 9\nDisallow: /', 0.5],
    ['User-agent: *\nCrawl-delay: 9\n\nUser-agent: Sightread\nDisallow: /a', undefined],
    ['User-agent: other\nCrawl-delay: 9\nDisallow: /a', undefined],
    ['User-agent: *\nCrawl-delay: soon', undefined],
    ['User-agent: *\nCrawl-delay: -1', undefined],
  ])('of %j is %s', (text, seconds) => {
    expect(parseRobots(text, 'Sightread').crawlDelay).toBe(seconds);
  });
});

describe('our product token', () => {
  it.each([
    [userAgent, 'Sightread'],
    ['Mozilla/5.0 (compatible; My-Reader/2.1; +https://example.com)', 'My-Reader'],
    ['Sightread/1.0', 'Sightread'],
    ['Mozilla/5.0 (X11; Linux x86_64)', 'Mozilla'],
    ['1.0', '*'],
  ])('of the user agent %j is %s', (agent, token) => {
    expect(productTokenOf(agent)).toBe(token);
  });
});
