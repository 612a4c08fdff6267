import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { fetchImage } from '../../support/imageClient.ts';
import { newPublishableKey } from '../../support/publishableKeys.ts';

interface Found {
  domain: string;
  name: string;
  icon: string;
}

async function search(query: string, token?: string): Promise<Found[]> {
  const { status, body } = await fetchImage(`search?q=${encodeURIComponent(query)}`, token ? { token } : {});
  expect(status).toBe(200);
  const { results }: { results: Found[] } = JSON.parse(body.toString());
  return results;
}

describe('a search by name', () => {
  it('finds brands by the beginning of their name, the best known first, each with an icon', async () => {
    const results = await search('goo');
    expect(results[0]).toMatchObject({ domain: 'google.com', name: 'Google' });
    // A pause in the middle of a search ends it with nothing, and that is kept, so some more may be asked for.
    const sources: (string | null)[] = [];
    for (const { icon } of results.slice(0, 3)) {
      if (!sources.includes('curated')) sources.push((await fetch(icon)).headers.get('x-sightread-source'));
    }
    expect(sources).toContain('curated');
    expect((await search('Amazon'))[0]?.domain).toBe('amazon.com');
    expect((await search('coca cola'))[0]?.name).toMatch(/Coca/);
    expect(await search('')).toEqual([]);
    expect(await search('.*(((')).toEqual([]);
  });

  it('finds what the account has asked for, and nothing that others have', async () => {
    const [mine, other] = [await newPublishableKey(), await newPublishableKey()];
    await fetchImage('plain.lighthouse.com', { token: mine.token });
    await eventually('the domain is found', async () => {
      const found = await search('lighthouse', mine.token);
      return found.some(({ domain }) => domain === 'plain.lighthouse.com');
    });
    const foreign = await search('lighthouse', other.token);
    expect(foreign.map(({ domain }) => domain)).not.toContain('plain.lighthouse.com');
  });

  it('wants a key, counts as a request, and refuses a name that is too long', async () => {
    expect((await fetchImage('search?q=a', { token: null })).status).toBe(401);
    const { token, requestCount } = await newPublishableKey();
    await search('github', token);
    expect((await fetchImage(`search?q=${'a'.repeat(101)}`, { token })).status).toBe(400);
    expect(await requestCount(2)).toBe(2);
  });
});
