import { describe, expect, it } from 'vitest';
import { newAccount } from '../support/accounts.ts';
import { createBatch, getJob } from '../support/batches.ts';
import { call } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { site } from '../support/fixtureSite.ts';
import { fetchImage } from '../support/imageClient.ts';
import { pauseProcess } from '../support/stackProcesses.ts';

async function imageOf(path: string) {
  const { status, headers } = await fetchImage(path);
  return { status, from: headers.get('x-sightread-source'), cache: headers.get('x-cache') };
}

describe('the service without the object store', () => {
  it('serves images from memory or renders them again, reads small pages, and delays large ones', {
    timeout: 180_000,
  }, async () => {
    const { key } = await newAccount();
    const knownDomain = 'plain31.lighthouse.com';
    expect(await imageOf(`${knownDomain}?size=48`)).toMatchObject({ status: 200, from: 'site' });
    let batch = '';

    const resume = await pauseProcess('minio');
    try {
      expect(await imageOf(`${knownDomain}?size=48`)).toEqual({ status: 200, from: 'site', cache: 'HIT' });
      // The stored source cannot be read, so the icon is fetched from the site again.
      expect(await imageOf(`${knownDomain}?size=49`)).toEqual({ status: 200, from: 'site', cache: 'MISS' });
      expect(await imageOf('plain32.lighthouse.com?size=50')).toEqual({ status: 200, from: 'site', cache: 'MISS' });
      expect(await imageOf('gitlab.com?size=51')).toEqual({ status: 200, from: 'curated', cache: 'MISS' });
      expect((await call('/v1/scrape', { key, body: { url: site('/static/store/1') } })).status).toBe(200);

      const urls = [site('/static/store/2'), site('/large?kb=1500&store')];
      batch = (await createBatch({ urls }, { key })).id;
      await eventually('the small page is read', async () => (await getJob(batch, '', key)).completed === 1);
    } finally {
      resume();
    }
    await eventually('the large page is read too', async () => (await getJob(batch, '', key)).status === 'completed');
    expect(await getJob(batch, '', key)).toMatchObject({ completed: 2, failed: 0, creditsUsed: 2 });
    // The icon that was discovered during the outage is not lost.
    expect(await imageOf('plain32.lighthouse.com?size=52')).toMatchObject({ status: 200, from: 'site' });
  });
});
