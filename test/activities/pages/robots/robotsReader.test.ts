import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Fetcher } from '../../../../activities/egress/fetch.ts';
import { createRobotsReader } from '../../../../activities/pages/robots/robotsReader.ts';

/** The clock of the cache. */
let now = 0;
beforeEach(() => {
  now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => void vi.restoreAllMocks());

async function pass(ms: number) {
  now += ms;
  // The cache looks at its clock once a millisecond.
  await sleep(10);
}

const minuteMs = 60_000;
const page = 'http://site.test/page';

/** A reader of a site whose robots.txt is answered by `answer`, and how often that was asked for. */
function readerOf(answer: () => { status: number; body?: string }) {
  let requests = 0;
  const fetch: Fetcher['fetch'] = async ({ onChunk }) => {
    requests += 1;
    const { status, body = '' } = answer();
    onChunk?.(Buffer.from(body), status);
    return { status } as Awaited<ReturnType<Fetcher['fetch']>>;
  };
  const reader = createRobotsReader({ fetcher: { fetch } as Fetcher, userAgent: 'SightreadBot/1.0' });
  return {
    isAllowed: async () => (await reader.read('http://site.test')).isAllowed(page),
    requests: () => requests,
  };
}

describe('the reader of robots.txt', () => {
  it('remembers a file for an hour', async () => {
    const site = readerOf(() => ({ status: 200, body: 'User-agent: *\nDisallow: /page' }));
    expect(await site.isAllowed()).toBe(false);
    await pass(59 * minuteMs);
    expect(await site.isAllowed()).toBe(false);
    expect(site.requests()).toBe(1);
    await pass(2 * minuteMs);
    expect(await site.isAllowed()).toBe(false);
    expect(site.requests()).toBe(2);
  });

  it.each([
    ['answers with a server error', () => ({ status: 503 })],
    [
      'cannot be reached',
      () => {
        throw new Error('unreachable');
      },
    ],
  ])('closes a site that %s, and asks it again after a minute', async (_, fail) => {
    let isDown = true;
    const site = readerOf(() => (isDown ? fail() : { status: 404 }));
    expect(await site.isAllowed()).toBe(false);
    isDown = false;
    expect(await site.isAllowed()).toBe(false);
    await pass(2 * minuteMs);
    expect(await site.isAllowed()).toBe(true);
  });
});
