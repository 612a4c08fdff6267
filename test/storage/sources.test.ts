import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createCollectPictures } from '../../activities/icons/collect.ts';
import { picturesBucket, sourcesPrefix } from '../../storage/pictures.ts';
import type { Source } from '../../storage/sources.ts';
import { openTestStorage } from './testStorage.ts';

const { storage, objectStore, db, close } = await openTestStorage();
const { sources, pictures } = storage;
afterAll(close);

const dayMs = 24 * 60 * 60 * 1000;
const now = new Date();
function daysAgo(days: number) {
  return new Date(now.getTime() - days * dayMs);
}

function name(domain: string) {
  return { kind: 'icon' as const, domain, theme: 'light' as const };
}

/** Digests are spread over the hours of the week by their first two digits. */
function digestOf(beginning: string) {
  return beginning.padEnd(64, '0');
}

async function put(domain: string, { askedAt = now, ...fields }: Partial<Source> = {}) {
  await sources.put(name(domain), {
    ...{ from: 'site', candidates: [], checkedAt: now, dueAt: daysAgo(1), misses: 0, digest: digestOf('00') },
    ...fields,
  });
  await db.collection<Source>('sources').updateOne({ domain }, { $set: { askedAt } });
}

async function putPicture(digest: string, writtenAt: Date) {
  await pictures.putSource(digest, Buffer.from(digest), 'image/png');
  const stored = objectStore.objects.get(`${picturesBucket}/${sourcesPrefix}${digest}`);
  if (stored) stored.writtenAt = writtenAt;
}

beforeEach(async () => {
  objectStore.objects.clear();
  await db.collection('sources').deleteMany({});
});

async function dueDomains() {
  return (await sources.due('', 100)).map(({ domain }) => domain);
}

describe('the sweep of sources', () => {
  it('renews what was asked for in the last thirty days', async () => {
    await put('yesterday.com', { askedAt: daysAgo(1) });
    await put('lastmonth.com', { askedAt: daysAgo(31) });
    await put('fresh.com', { dueAt: new Date(now.getTime() + dayMs) });
    expect(await dueDomains()).toEqual(['yesterday.com']);
  });

  it('leaves a site without a picture to the next request for it', async () => {
    await put('empty.com', { from: 'none', askedAt: daysAgo(1) });
    expect(await dueDomains()).toEqual([]);
  });

  it('searches whatever the operator names', async () => {
    await put('empty.com', { from: 'none', askedAt: daysAgo(50) });
    await sources.markDue(['empty.com']);
    expect(await dueDomains()).toEqual(['empty.com']);
  });
});

describe('the stamp of a source', () => {
  const stampOf = async (domain: string) => (await sources.find(name(domain)))?.askedAt;

  it('is set when the source is made, and moves at most once a day', async () => {
    await sources.put(name('new.com'), { from: 'none', candidates: [], checkedAt: now, dueAt: now, misses: 0 });
    expect(await stampOf('new.com')).toEqual(now);
    await sources.asked(['icon:new.com:light', 'icon:never-seen.com:light'], new Date(now.getTime() + dayMs / 2));
    expect(await stampOf('new.com')).toEqual(now);
    const later = new Date(now.getTime() + 2 * dayMs);
    await sources.asked(['icon:new.com:light'], later);
    expect(await stampOf('new.com')).toEqual(later);
    expect(await sources.find(name('never-seen.com'))).toBeNull();
  });

  it('begins at the upgrade for sources of an earlier version', async () => {
    await put('old.com');
    await db.collection('sources').updateOne({ domain: 'old.com' }, { $unset: { askedAt: 1 } });
    await sources.prepare();
    expect((await stampOf('old.com'))?.getTime()).toBeGreaterThanOrEqual(now.getTime());
  });
});

describe('the collection of pictures', () => {
  const collect = createCollectPictures(storage);
  const stored = () => [...objectStore.objects.keys()].map((path) => path.slice(-64, -62)).sort();

  async function collectForAWeek() {
    for (let hourOfWeek = 0; hourOfWeek < 7 * 24; hourOfWeek += 1) await collect({ hourOfWeek }, now);
  }

  it('forgets what nobody asked for in sixty days, with its picture, and keeps the rest', async () => {
    await put('forgotten.com', { digest: digestOf('0a'), askedAt: daysAgo(61) });
    await put('asked.com', { digest: digestOf('0b'), askedAt: daysAgo(59) });
    for (const digest of ['0a', '0b'].map(digestOf)) await putPicture(digest, daysAgo(90));
    await collect({ hourOfWeek: 0x0a }, now);
    expect(await sources.find(name('forgotten.com'))).toBeNull();
    expect(await sources.find(name('asked.com'))).not.toBeNull();
    expect(stored()).toEqual(['0b']);
  });

  it('keeps a picture that another source has too', async () => {
    await put('forgotten.com', { digest: digestOf('aa'), askedAt: daysAgo(61) });
    await put('asked.com', { digest: digestOf('aa') });
    await putPicture(digestOf('aa'), daysAgo(90));
    await collectForAWeek();
    expect(stored()).toEqual(['aa']);
  });

  it('goes through all pictures in a week and removes those that a search has replaced', async () => {
    const beginnings = Array.from({ length: 256 }, (_, part) => part.toString(16).padStart(2, '0'));
    for (const beginning of beginnings) await putPicture(digestOf(beginning), daysAgo(2));
    await put('asked.com', { digest: digestOf('c3') });
    await collectForAWeek();
    expect(stored()).toEqual(['c3']);
  });

  it('leaves a picture that was just written to the search that is about to name it', async () => {
    await putPicture(digestOf('01'), now);
    await collect({ hourOfWeek: 1 }, now);
    expect(stored()).toEqual(['01']);
  });

  it('that is interrupted leaves no source without its picture, and the next one does the rest', async () => {
    for (const [at, beginning] of ['020', '021', '022'].entries()) {
      await put(`forgotten${at}.com`, { digest: digestOf(beginning), askedAt: daysAgo(61) });
      await putPicture(digestOf(beginning), daysAgo(90));
    }
    await put('asked.com', { digest: digestOf('02f') });
    await putPicture(digestOf('02f'), daysAgo(90));
    objectStore.faultOf = (path) => (path.endsWith(digestOf('021')) ? 'reset' : undefined);
    await expect(collect({ hourOfWeek: 2 }, now)).rejects.toThrow();
    for (const { digest = '' } of await db.collection<Source>('sources').find().toArray())
      expect(objectStore.objects.has(`${picturesBucket}/${sourcesPrefix}${digest}`)).toBe(true);

    objectStore.faultOf = () => undefined;
    await collect({ hourOfWeek: 2 }, now);
    expect([...objectStore.objects.keys()]).toEqual([`${picturesBucket}/${sourcesPrefix}${digestOf('02f')}`]);
  });
});
