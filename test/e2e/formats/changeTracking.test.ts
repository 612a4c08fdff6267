import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { PageItem } from '../../../contracts/results/page.ts';
import { newAccount } from '../../support/accounts.ts';
import { createBatch, waitForJob } from '../../support/batches.ts';
import { call } from '../../support/client.ts';
import { site } from '../../support/fixtureSite.ts';

/** A page that has another heading for each language. */
async function scrape(url: string, language: string, format: object, key?: string): Promise<PageItem> {
  const body = { url, formats: [{ type: 'changeTracking', ...format }], headers: { 'Accept-Language': language } };
  const { body: answer } = await call<{ data: PageItem }>('/v1/scrape', { body, ...(key && { key }) });
  return answer.data;
}

function newPage(): string {
  return site(`/language?${randomUUID()}`);
}

describe('the format changeTracking', () => {
  it('says whether the page has changed since the account has read it, and how', async () => {
    const url = newPage();
    const read = async (language: string) => (await scrape(url, language, { modes: ['git-diff'] })).changeTracking;
    expect(await read('de')).toEqual({ previousScrapeAt: null, changeStatus: 'new', visibility: 'visible' });
    const same = await read('de');
    expect(same).toMatchObject({ changeStatus: 'same', previousScrapeAt: expect.stringMatching(/^\d{4}-/) });
    expect(same).not.toHaveProperty('diff');
    const changed = await read('fr');
    expect(changed?.changeStatus).toBe('changed');
    expect(changed?.diff?.text).toMatch(/^-.*In de$[\s\S]*^\+.*In fr$/m);
  });

  it('compares readings of one account, with one tag', async () => {
    const url = newPage();
    const { key } = await newAccount();
    await scrape(url, 'de', { tag: 'a' });
    expect((await scrape(url, 'de', { tag: 'b' })).changeTracking?.changeStatus).toBe('new');
    expect((await scrape(url, 'de', { tag: 'a' }, key)).changeTracking?.changeStatus).toBe('new');
    expect((await scrape(url, 'de', { tag: 'a' })).changeTracking?.changeStatus).toBe('same');
  });

  it('is made for the pages of a batch, and says that there is no json mode without a language model', async () => {
    const url = newPage();
    await scrape(url, 'de', {});
    const formats = [{ type: 'changeTracking', modes: ['json'], schema: { type: 'object' } }];
    const { id } = await createBatch({ urls: [url], formats, headers: { 'Accept-Language': 'fr' } });
    const { data } = await waitForJob(id);
    expect(data[0]).toMatchObject({
      changeTracking: { changeStatus: 'changed' },
      warning: expect.stringContaining('No language model is configured for the json mode.'),
    });
    expect(data[0]).not.toHaveProperty('markdown');
  });
});
