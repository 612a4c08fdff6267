import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestsIn } from '../../storage/requests.ts';
import { openTestStorage, type TestStorage } from './testStorage.ts';

describe('the log of requests', () => {
  let opened: TestStorage;
  beforeAll(async () => {
    opened = await openTestStorage();
  });
  afterAll(() => opened?.close());

  function requestOf(account: string, fields: { ms: number; subject?: string; status?: number }) {
    return {
      _id: randomUUID(),
      account,
      key: 'key',
      requestId: `id-${fields.ms}`,
      operation: 'scrape' as const,
      path: '/v1/scrape',
      status: 200,
      credits: 1,
      at: new Date(Date.now() + fields.ms),
      ...fields,
    };
  }

  it('keeps the newest requests of an account, and all of its neighbors', async () => {
    const requests = requestsIn(opened.db, { perAccount: 10 });
    await requests.add(Array.from({ length: 25 }, (_, ms) => requestOf('busy', { ms })));
    await requests.add([requestOf('quiet', { ms: 0 })]);
    await requests.trim('busy');
    await requests.trim('quiet');
    const listed = await requests.ofAccount('busy', {}, { offset: 0, limit: 100 });
    expect(listed.map(({ ms }) => ms)).toEqual([24, 23, 22, 21, 20, 19, 18, 17, 16, 15]);
    expect(await requests.ofAccount('quiet', {}, { offset: 0, limit: 100 })).toHaveLength(1);
  });

  it('is filtered by outcome and by a part of the address, taken as it is', async () => {
    const { requests } = opened.storage;
    await requests.add([
      requestOf('filtered', { ms: 1, subject: 'https://example.com/a.b' }),
      requestOf('filtered', { ms: 2, subject: 'https://example.com/aXb', status: 502 }),
    ]);
    const found = async (filter: object) =>
      (await requests.ofAccount('filtered', filter, { offset: 0, limit: 10 })).map(({ ms }) => ms);
    expect(await found({ text: 'A.B' })).toEqual([1]);
    expect(await found({ outcome: 'failed' })).toEqual([2]);
    expect(await found({ text: 'id-2' })).toEqual([2]);
    expect(await found({ text: '(((' })).toEqual([]);
  });

  it('expires with the results', async () => {
    const indexes = await opened.db.collection('requests').indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }));
  });
});
