import { afterAll, describe, expect, it } from 'vitest';
import { openTestStorage } from './testStorage.ts';

const {
  storage: { trackedPages },
  close,
} = await openTestStorage();
afterAll(close);

describe('a tracked page', () => {
  const place = { account: 'acc', url: 'https://example.com/', tag: '' };

  it('is compared with what another job has read, also if its own job reads it twice', async () => {
    expect(await trackedPages.before(place, 'first')).toBeUndefined();
    await trackedPages.keep(place, 'first', { lines: ['old'] });
    expect((await trackedPages.before(place, 'second'))?.lines).toEqual(['old']);
    await trackedPages.keep(place, 'second', { lines: ['new'] });
    // The worker was lost, and another one reads the page again.
    expect((await trackedPages.before(place, 'second'))?.lines).toEqual(['old']);
    await trackedPages.keep(place, 'second', { lines: ['new'] });
    expect((await trackedPages.before(place, 'third'))?.lines).toEqual(['new']);
  });

  it('goes with its account', async () => {
    await trackedPages.keep({ ...place, account: 'gone' }, 'job', { lines: ['a'] });
    await trackedPages.removeOf('gone');
    expect(await trackedPages.before({ ...place, account: 'gone' }, 'other')).toBeUndefined();
  });
});
