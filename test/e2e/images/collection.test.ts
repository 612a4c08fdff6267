import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  coldSearchesOfDomain,
  coldSearchesOfKey,
  coldSearchesPerDomain,
  coldSearchesPerKey,
} from '../../../gateway/images/coldSearches.ts';
import type { Source } from '../../../storage/sources.ts';
import type { Storage } from '../../../storage/storage.ts';
import { sightread } from '../../support/cli.ts';
import { eventually } from '../../support/eventually.ts';
import { hits } from '../../support/fixtureSite.ts';
import { fetchImage } from '../../support/imageClient.ts';
import { newPublishableKey } from '../../support/publishableKeys.ts';
import { fetchFromSite } from '../../support/siteImages.ts';
import { stackEnv } from '../../support/stackEnv.ts';
import { openStackStorage } from '../../support/storage.ts';

const dayMs = 24 * 60 * 60 * 1000;
function daysAgo(days: number) {
  return new Date(Date.now() - days * dayMs);
}

function nameOf(domain: string) {
  return { kind: 'icon' as const, domain, theme: 'light' as const };
}

let storage: Storage;
let client: MongoClient;
beforeAll(() => {
  storage = openStackStorage();
  client = new MongoClient(stackEnv('MONGODB_URI'));
});
afterAll(() => Promise.all([storage.close(), client.close()]));

const lostPicture = { from: 'site', digest: 'f'.repeat(64), contentType: 'image/png', width: 32, height: 32 } as const;
const noPicture = { from: 'none' } as const;

/** A source whose week is over, last asked for some days ago. */
async function putOverdue(
  domain: string,
  askedDaysAgo: number,
  picture: typeof lostPicture | typeof noPicture = lostPicture,
): Promise<void> {
  await storage.sources.put(nameOf(domain), {
    ...{ candidates: [], checkedAt: daysAgo(8), dueAt: daysAgo(1), misses: 0 },
    ...picture,
  });
  await client
    .db()
    .collection<Source>('sources')
    .updateOne({ _id: `icon:${domain}:light` }, { $set: { askedAt: daysAgo(askedDaysAgo) } });
}

describe('the weekly sweep', () => {
  it('renews what is asked for, leaves the rest alone, and forgets what nobody asks for', async () => {
    await putOverdue('plain401.lighthouse.com', 1);
    await putOverdue('plain402.lighthouse.com', 40);
    await putOverdue('plain403.lighthouse.com', 61);
    await putOverdue('plain404.lighthouse.com', 1, noPicture);
    await fetchImage('plain400.lighthouse.com');
    await sightread('icons', 'refresh', 'plain400.lighthouse.com');
    const find = (domain: string) => storage.sources.find(nameOf(domain));
    await eventually('the forgotten source is gone', async () => (await find('plain403.lighthouse.com')) === null);
    expect((await find('plain401.lighthouse.com'))?.checkedAt.getTime()).toBeGreaterThan(daysAgo(1).getTime());
    expect(await hits('plain402.lighthouse.com/')).toBe(0);
    expect(await hits('plain404.lighthouse.com/')).toBe(0);
  });
});

describe('an icon that was not asked for in a while', () => {
  it('is searched again when its picture is gone, and is stamped', async () => {
    const { status, headers, path } = await fetchFromSite('plain405.lighthouse.com', async (domain) => {
      await putOverdue(domain, 50);
      return fetchImage(domain);
    });
    expect(status).toBe(200);
    expect(headers.get('x-sightread-source')).toBe('site');
    await eventually('the source is stamped', async () => {
      const source = await storage.sources.find(nameOf(path));
      return source !== null && source.askedAt > daysAgo(1);
    });
  });

  it('is searched behind the answer if the site had none an hour ago', async () => {
    const { headers } = await fetchFromSite('plain406.lighthouse.com', async (domain) => {
      await putOverdue(domain, 1, noPicture);
      const first = await fetchImage(`${domain}?fallback=monogram`);
      expect(first.headers.get('cache-control')).toMatch(/max-age=(60|86400)$/);
      await eventually('the site is searched', async () => {
        const source = await storage.sources.find(nameOf(domain));
        return source !== null && source.checkedAt > daysAgo(1);
      });
      return fetchImage(domain);
    });
    expect(headers.get('x-sightread-source')).toBe('site');
  });
});

describe('searches for unknown domains', () => {
  const useUp = (name: string, limit: typeof coldSearchesPerKey) =>
    Promise.all(Array.from({ length: limit.points }, () => storage.rateLimits.consume(name, limit)));

  it('below one registered domain have a limit, beyond which the fallback answers for a minute', async () => {
    await useUp(coldSearchesOfDomain('crowded-coast.co.uk'), coldSearchesPerDomain);
    const monogram = await fetchImage('made-up.crowded-coast.co.uk');
    expect(monogram.headers.get('x-sightread-source')).toBe('monogram');
    expect(monogram.headers.get('cache-control')).toBe('private, max-age=60');
    expect((await fetchImage('other.crowded-coast.co.uk?fallback=404')).status).toBe(404);
    expect(await storage.sources.find(nameOf('made-up.crowded-coast.co.uk'))).toBeNull();
  });

  it('of one key have a limit, while known icons and other keys go on', async () => {
    const { token } = await newPublishableKey();
    const key = await storage.keys.find(token);
    await useUp(coldSearchesOfKey(key?._id ?? ''), coldSearchesPerKey);
    const refused = await fetchImage('plain407.lighthouse.com', { token });
    expect(refused.headers.get('cache-control')).toBe('private, max-age=60');
    expect(await hits('plain407.lighthouse.com/')).toBe(0);
    const { headers, path } = await fetchFromSite('plain407.lighthouse.com');
    expect(headers.get('x-sightread-source')).toBe('site');
    expect((await fetchImage(path, { token })).headers.get('x-sightread-source')).toBe('site');
  });
});
