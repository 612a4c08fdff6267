import { describe, expect, it } from 'vitest';
import { newAccount } from '../support/accounts.ts';
import { createBatch, getJob } from '../support/batches.ts';
import { call } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { site } from '../support/fixtureSite.ts';
import { fetchImage } from '../support/imageClient.ts';
import { pauseProcess } from '../support/stackProcesses.ts';

async function picture(path: string) {
  const { status, headers } = await fetchImage(path);
  return { status, from: headers.get('x-sightread-source'), cache: headers.get('x-cache') };
}

describe('while the object store is away', () => {
  it('pictures come from memory or are made again, small pages go on, large ones wait', {
    timeout: 180_000,
  }, async () => {
    const { key } = await newAccount();
    const known = 'plain31.lighthouse.com';
    expect(await picture(`${known}?size=48`)).toMatchObject({ status: 200, from: 'site' });
    let large = '';

    const resume = await pauseProcess('minio');
    try {
      expect(await picture(`${known}?size=48`)).toEqual({ status: 200, from: 'site', cache: 'HIT' });
      // Of a source that cannot be read now: the site has it.
      expect(await picture(`${known}?size=49`)).toEqual({ status: 200, from: 'site', cache: 'MISS' });
      expect(await picture('plain32.lighthouse.com?size=50')).toEqual({ status: 200, from: 'site', cache: 'MISS' });
      expect(await picture('gitlab.com?size=51')).toEqual({ status: 200, from: 'curated', cache: 'MISS' });
      expect((await call('/v1/scrape', { key, body: { url: site('/static/store/1') } })).status).toBe(200);

      const urls = [site('/static/store/2'), site('/large?kb=1500&store')];
      large = (await createBatch({ urls }, { key })).id;
      await eventually('the small one is read', async () => (await getJob(large, '', key)).completed === 1);
    } finally {
      resume();
    }
    await eventually('the large one is read too', async () => (await getJob(large, '', key)).status === 'completed');
    expect(await getJob(large, '', key)).toMatchObject({ completed: 2, failed: 0, creditsUsed: 2 });
    // What was found meanwhile is not lost.
    expect(await picture('plain32.lighthouse.com?size=52')).toMatchObject({ status: 200, from: 'site' });
  });
});
