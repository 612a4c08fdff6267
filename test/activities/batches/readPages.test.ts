import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createReadPages } from '../../../activities/batches/readPages.ts';
import { createDiscoverer } from '../../../activities/crawl/discoverer.ts';
import { parseRobots } from '../../../activities/pages/robots/robotsRules.ts';
import { Failure } from '../../../contracts/failures.ts';
import type { Job } from '../../../storage/jobs.ts';

type Deps = Parameters<typeof createReadPages>[0];

const job = { _id: 'job', account: 'acc_test', status: 'scraping', retries: 0, options: {} } as Job;
const urls = Array.from({ length: 6 }, (_, index) => ({ index, url: `http://site.example/${index}` }));

/** A chunk of six pages, two at a time, with storage that notes what is settled. */
function chunk(read: Deps['read'], settle?: Deps['settle']) {
  const settled: number[] = [];
  const readPages = createReadPages({
    storage: {
      batches: { keepAlive: async (running: Job) => running },
      jobs: { find: async () => job, advanceTo: async () => undefined },
      urls: { chunk: async () => urls },
      pages: { settledAmong: async () => new Set<number>() },
    } as unknown as Deps['storage'],
    read,
    readObeyingRobots: read,
    robots: { read: async () => parseRobots('', 'Sightread') },
    settle: settle ?? (async (_, { index }) => settled.push(index) > 0),
    accounts: { limitTo: () => async (visit) => ({ result: await visit() }), pause: async () => {} },
    discover: createDiscoverer({ allow: [], map: [] }),
    politeness: { host: () => ({ visit: async (visit) => ({ result: await visit() }), pause: async () => {} }) },
  });
  const context = { account: 'acc_test', requestId: 'test', job: 'job' };
  const work = { ...context, round: 0, chunk: 0, pagesAtOnce: 2, mayPutOff: true, frontier: 0 };
  return { settled, attempt: () => readPages(work, new AbortController().signal) };
}

function item(url: string) {
  return { item: { url, metadata: { sourceURL: url } } };
}

describe('a chunk in which one page breaks the attempt', () => {
  it('finishes the pages that have started, starts no more, and reports the error', async () => {
    const read: string[] = [];
    const { settled, attempt } = chunk(async ({ url }) => {
      read.push(url);
      if (url.endsWith('/0')) throw new Failure('StorageDown', 'away');
      await wait(50);
      return item(url);
    });
    await expect(attempt()).rejects.toThrow('away');
    expect(read).toHaveLength(2);
    expect(settled).toEqual([1]);
  });

  it('is not broken by a page that fails for its own reasons', async () => {
    const { settled, attempt } = chunk(async ({ url }) => {
      if (url.endsWith('/0')) throw new Failure('PageRefused', 'The site answered 500.');
      return item(url);
    });
    expect(await attempt()).toEqual({ render: [], later: [], ended: false });
    expect(settled).toEqual([0, 1, 2, 3, 4, 5]);
  });
});

describe('a chunk whose pages are stored slowly', () => {
  it('reads on meanwhile, but no more than fit into memory, and says when the last one comes', async () => {
    const read: string[] = [];
    const more: boolean[] = [];
    const stored: (() => void)[] = [];
    const { attempt } = chunk(
      async ({ url }) => {
        read.push(url);
        return item(url);
      },
      (_job, _page, areMoreComing) =>
        new Promise((resolve) => {
          more.push(areMoreComing);
          stored.push(() => resolve(true));
        }),
    );
    const ended = attempt();
    await expect.poll(() => stored.length).toBe(4);
    await wait(20);
    // Two at a time, and as many that wait.
    expect(read).toHaveLength(4);
    for (const each of stored.splice(0)) each();
    await expect.poll(() => stored.length).toBe(2);
    for (const each of stored) each();
    expect(await ended).toEqual({ render: [], later: [], ended: false });
    expect(read).toHaveLength(6);
    expect(more.at(-1)).toBe(false);
  });
});
