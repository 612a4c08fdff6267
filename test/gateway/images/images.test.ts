import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseImageParameters } from '../../../contracts/images/parameters.ts';
import { createImages } from '../../../gateway/images/images.ts';
import type { Source } from '../../../storage/sources.ts';

/** A domain whose site was searched just now, with storage and workers that only note what is asked of them. */
function knownDomain() {
  const source = {
    from: 'site',
    digest: 'd',
    versions: [] as string[],
    checkedAt: new Date(),
    dueAt: new Date(Date.now() + 86_400_000),
  } as unknown as Source;
  const search = vi.fn(async () => {
    source.checkedAt = new Date();
    return { from: 'site' as const, body: Buffer.from('a picture') };
  });
  const images = createImages({
    storage: {
      sources: {
        find: async () => ({ ...source, versions: [...source.versions] }),
        sawVersion: async (_: unknown, version: string) => void source.versions.push(version),
      },
      pictures: { getRendition: async () => Buffer.from('a picture') },
    } as unknown as Parameters<typeof createImages>[0]['storage'],
    flows: { refreshIcon: async () => {} },
    pictures: {
      find: search,
      render: async () => undefined,
      drawFallback: async () => undefined,
      findBrands: async () => [],
    },
    allowColdSearch: async () => true,
  });
  const find = async (v?: string) =>
    (await images.find('example.com', parseImageParameters('icon', v === undefined ? {} : { v }))).answer;
  return { find, search };
}

describe('an image in memory', () => {
  it('does not keep the memory of which its bytes were a part', async () => {
    const { find } = knownDomain();
    expect((await find()).body?.buffer.byteLength).toBeGreaterThan(9);
    expect((await find()).body?.buffer.byteLength).toBe(9);
  });
});

describe('a new value of v', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: new Date('2026-11-15T12:00:00Z') });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000);

  it('has the site searched before it is answered, once', async () => {
    const { find, search } = knownDomain();
    pass(61);
    expect((await find('2')).maxAgeSeconds).toBe(86_400);
    expect((await find('2')).maxAgeSeconds).toBe(86_400);
    expect(search).toHaveBeenCalledTimes(1);
  });

  it('within a minute of the last search is answered for a minute, and searched for by the first request after it', async () => {
    const { find, search } = knownDomain();
    pass(10);
    expect((await find('2')).maxAgeSeconds).toBe(60);
    expect(search).not.toHaveBeenCalled();
    pass(51);
    expect((await find('2')).maxAgeSeconds).toBe(86_400);
    expect(search).toHaveBeenCalledTimes(1);
  });

  it('does not make requests without it search the site', async () => {
    const { find, search } = knownDomain();
    pass(61);
    expect((await find()).maxAgeSeconds).toBe(86_400);
    expect(search).not.toHaveBeenCalled();
  });
});
