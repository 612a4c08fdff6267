import { describe, expect, it, vi } from 'vitest';
import type { IconFinder } from '../../../activities/icons/find.ts';
import { createPictures } from '../../../activities/icons/pictures.ts';
import { parseImageParameters } from '../../../contracts/images/parameters.ts';

type Deps = Parameters<typeof createPictures>[0];

/** Storage that takes everything, and a site with a picture. */
function openPictures(findIcon: IconFinder['findIcon'], putRendition = async () => {}) {
  const storage = {
    sources: { find: async () => null, put: async () => {} },
    pictures: { putSource: async () => {}, putRendition },
  } as unknown as Deps['storage'];
  const renditions = {
    make: async () => ({ source: 'site', body: Buffer.from('a rendition'), contentType: 'image/png' }),
  } as unknown as Deps['renditions'];
  const finder = { findIcon } as IconFinder;
  return createPictures({ storage, finder, renditions, metrics: { iconRefreshed() {} } });
}

function wantedAt(size: number) {
  const wanted = [parseImageParameters('icon', { size: String(size) })];
  return { kind: 'icon' as const, domain: 'example.com', theme: 'light' as const, wanted };
}

const found = {
  source: { kind: 'site', body: Buffer.from('a picture'), contentType: 'image/png', width: 64, height: 64 },
  candidates: [],
} as unknown as Awaited<ReturnType<IconFinder['findIcon']>>;

describe('the search for a picture', () => {
  const { signal } = new AbortController();

  it('is shared by callers who ask at a time, and by one that comes when it has just ended', async () => {
    const findIcon = vi.fn(async () => found);
    const pictures = openPictures(findIcon);
    await Promise.all([60, 61, 62].map((size) => pictures.findWanted(wantedAt(size), signal)));
    expect(await pictures.findWanted(wantedAt(63), signal)).toMatchObject({ from: 'site' });
    expect(findIcon).toHaveBeenCalledTimes(1);
  });

  it('is made again at once if it has failed', async () => {
    const findIcon = vi.fn(async () => found);
    findIcon.mockRejectedValueOnce(new Error('the store is away'));
    const pictures = openPictures(findIcon);
    await expect(pictures.findWanted(wantedAt(60), signal)).rejects.toThrow('the store is away');
    expect(await pictures.findWanted(wantedAt(60), signal)).toMatchObject({ from: 'site' });
  });
});

describe('a rendition', () => {
  const { signal } = new AbortController();
  const rendition = { from: 'site', body: Buffer.from('a rendition'), contentType: 'image/png' };

  it('is given to the caller who waits for it before it is stored', async () => {
    const putRendition = vi.fn(async () => {});
    const pictures = openPictures(async () => found, putRendition);
    const made = await pictures.findWanted(wantedAt(60), signal);
    expect(made).toMatchObject(rendition);
    expect(putRendition).not.toHaveBeenCalled();
    if (made) await pictures.store(made);
    expect(putRendition).toHaveBeenCalledExactlyOnceWith(made?.name, rendition);
  });

  it('that nobody waits for is stored with its source', async () => {
    const putRendition = vi.fn(async () => {});
    await openPictures(async () => found, putRendition).findSource(wantedAt(60), signal);
    expect(putRendition).toHaveBeenCalledExactlyOnceWith(expect.any(String), rendition);
    putRendition.mockRejectedValueOnce(new Error('the store is away'));
    const failed = openPictures(async () => found, putRendition).findSource(wantedAt(60), signal);
    await expect(failed).rejects.toThrow('the store is away');
  });
});
