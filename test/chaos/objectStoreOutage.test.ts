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

/** A search that was cut short is repeated after a minute. */
const patiently = { interval: 2_000, timeout: 120_000 };

/** Asks for another size each time, because the sizes that were asked for may be in memory. */
function unseenSizes(domain: string, first: number) {
  let size = first - 1;
  return () => {
    size += 1;
    return imageOf(`${domain}?size=${size}`);
  };
}

describe('the service without the object store', () => {
  it('serves images from memory or renders them again, reads small pages, and delays large ones', async () => {
    const { key } = await newAccount();
    const knownDomain = 'plain31.lighthouse.com';
    const knownImage = () => imageOf(`${knownDomain}?size=48`);
    await expect.poll(knownImage, patiently).toMatchObject({ status: 200, from: 'site' });
    let batch = '';

    const resume = await pauseProcess('minio');
    try {
      expect(await knownImage()).toEqual({ status: 200, from: 'site', cache: 'HIT' });
      // The stored source cannot be read, so the icon is fetched from the site again. The store takes half of the time
      // that an image has, so on a busy machine one may come too late.
      const fromSite = { status: 200, from: 'site', cache: 'MISS' };
      await expect.poll(unseenSizes(knownDomain, 49), patiently).toEqual(fromSite);
      await expect.poll(unseenSizes('plain32.lighthouse.com', 50), patiently).toEqual(fromSite);
      await expect.poll(unseenSizes('gitlab.com', 51), patiently).toEqual({ ...fromSite, from: 'curated' });
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
    await expect
      .poll(unseenSizes('plain32.lighthouse.com', 150), patiently)
      .toMatchObject({ status: 200, from: 'site' });
  });
});
