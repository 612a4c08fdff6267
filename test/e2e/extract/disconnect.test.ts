import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newAccount } from '../../support/accounts.ts';
import { call } from '../../support/client.ts';
import { settledCredits } from '../../support/credits.ts';
import { eventually } from '../../support/eventually.ts';
import { hits, openRequests, site } from '../../support/fixtureSite.ts';

describe('an extraction whose caller disconnects', () => {
  it('stops reading the page and charges nothing', async () => {
    const { account, key } = await newAccount();
    const disconnect = new AbortController();
    const path = `/slow?ms=20000&gone=${randomUUID()}`;
    const schema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };
    const answer = call('/v1/extract', { key, body: { url: site(path), schema }, signal: disconnect.signal });
    await eventually('the page is being read', async () => (await hits(path)) === 1);
    disconnect.abort();
    await expect(answer).rejects.toThrow();
    await eventually('nothing is being read any more', async () => (await openRequests()) === 0);
    expect(await settledCredits(account)).toBe(0);
  });
});
