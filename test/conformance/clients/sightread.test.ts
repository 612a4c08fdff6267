import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AuthenticationError, ConflictError, Sightread } from '../../../client/index.ts';
import { newAccount } from '../../support/accounts.ts';
import { api, call, images, publishableKey, secretKey } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { hits, site } from '../../support/fixtureSite.ts';
import { heldTimeoutMs, startHeldSite } from '../../support/heldSite.ts';
import { startSecondGateway } from '../../support/secondGateway.ts';
import { crawled } from '../../support/site/crawled.ts';

function client(key = secretKey()) {
  return new Sightread({ key, url: api(), imageUrl: images(), publishableKey: publishableKey() });
}

describe('@sightread/client', () => {
  it('reads a page, maps a site, and says what is left', async () => {
    const { key } = await newAccount('small');
    const page = await client(key).scrape(site('/client/a'), { formats: ['markdown', 'links'] });
    expect(page).toMatchObject({ url: site('/client/a'), metadata: { statusCode: 200 } });
    expect(page.markdown).toBeTruthy();
    expect((await client(key).map(crawled('mesh-20'))).links.length).toBeGreaterThan(5);
    expect(await client(key).credits()).toMatchObject({ remaining: 998, used: 2, allowance: 1000 });
  });

  it('yields each page of a batch once, the fast ones before the slow ones', async () => {
    const held = await startHeldSite();
    try {
      const slow = held.page('/slow');
      const fast = Array.from({ length: 59 }, (_, at) => site(`/client/order/${at}`));
      const urls = [slow, ...fast, site('/client/order/1')];
      const job = await client().batch(urls, { formats: ['markdown'], timeout: heldTimeoutMs });
      const seen: string[] = [];
      for await (const page of job) {
        seen.push(page.url);
        if (seen.length === urls.length - 1) held.release();
      }
      expect(seen.toSorted()).toEqual(urls.toSorted());
      expect(seen.at(-1)).toBe(slow);
    } finally {
      await held.close();
    }
  });

  it('yields the pages of a crawl while it finds them, and those that failed', async () => {
    const seen = new Set<string>();
    const job = await client().crawl(crawled('mesh-60'), { scrapeOptions: { formats: ['links'] } });
    for await (const page of job) {
      expect(seen.has(page.url)).toBe(false);
      seen.add(page.url);
    }
    expect(seen.size).toBe(60);
    expect(await job.status()).toMatchObject({ status: 'completed', total: 60 });
    const failing = await client().batch([site('/status?code=404')]);
    for await (const page of failing) expect(page.error).toBe('The site answered 404.');
    expect((await failing.errors()).errors).toMatchObject([{ url: site('/status?code=404') }]);
  });

  it('waits with progress, saves, cancels and retries', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sightread-save-'));
    try {
      const job = await client().batch(Array.from({ length: 30 }, (_, at) => site(`/client/save/${at}`)));
      const path = join(folder, 'out.ndjson');
      const counts: number[] = [];
      expect((await job.save(path, { onProgress: ({ completed }) => counts.push(completed) })).status).toBe(
        'completed',
      );
      expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toHaveLength(30);
      expect(counts.at(-1)).toBe(30);
      expect((await job.wait()).completed).toBe(30);
      await expect(job.retry()).rejects.toThrow(ConflictError);
      const slow = await client().batch([site('/slow?ms=60000')]);
      expect((await slow.cancel()).status).toBe('cancelled');
      for await (const _ of slow) throw new Error('nothing was read');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('gives extracted data the type and the checks of a schema', async () => {
    const schema = z.object({ name: z.string().transform((name) => name.toUpperCase()), price: z.number().optional() });
    const { data } = await client().extract(site('/product'), { schema });
    expect(data.name).toBe(data.name.toUpperCase());
    expect(data.name.length satisfies number).toBeGreaterThan(0);
    const plain = await client().extract(site('/product'), {
      schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      evidence: true,
    });
    expect(plain.data.name.length satisfies number).toBeGreaterThan(0);
    expect(plain.evidence?.['/name']?.source).toBeTruthy();
  });

  it('makes addresses of images that the server answers', async () => {
    expect((await fetch(client().iconUrl('lighthouse.com', { size: 32, format: 'webp' }))).status).toBe(200);
  });

  it('creates, changes, runs and deletes monitors', async () => {
    const { monitors } = client((await newAccount()).key);
    const { id } = await monitors.create({ url: site('/client/monitored'), every: '1d', name: 'Mine' });
    expect(await monitors.update(id, { every: '12h' })).toMatchObject({ id, every: '12h', name: 'Mine' });
    expect((await monitors.pause(id)).status).toBe('paused');
    expect((await monitors.resume(id)).status).toBe('active');
    await eventually('the first run has ended', async () => (await monitors.runs(id))[0]?.status === 'completed');
    const [run] = await monitors.runs(id);
    expect((await monitors.runs(id, { run: run?.id ?? '' })).changes).toEqual([]);
    expect(await monitors.list()).toHaveLength(1);
    await monitors.delete(id);
    expect(await monitors.list()).toEqual([]);
  });

  it('says which key was refused', async () => {
    const refused = await client('sr_0000000000000000nobodysknown')
      .credits()
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AuthenticationError);
    expect(refused).toMatchObject({ status: 401, requestId: expect.any(String) });
  });

  it('goes on at another gateway with the cursor of the first', async () => {
    const second = await startSecondGateway();
    try {
      const urls = Array.from({ length: 150 }, (_, at) => site(`/client/two/${at}`));
      const job = await client().batch(urls, { formats: ['links'] });
      await job.wait();
      const first: string[] = [];
      let cursor = '';
      for await (const chunk of job.chunks()) {
        first.push(...chunk.pages.map(({ url }) => url));
        cursor = chunk.cursor;
        break;
      }
      expect(first).toHaveLength(100);
      const rest: string[] = [];
      const elsewhere = new Sightread({ key: secretKey(), url: second.address }).job(job.id);
      for await (const { pages } of elsewhere.chunks({ cursor })) rest.push(...pages.map(({ url }) => url));
      expect([...first, ...rest].toSorted()).toEqual(urls.toSorted());
      // A worker that was taken for dead makes some pages be read again; a second job would have read all of them again.
      const counts = await Promise.all(urls.map((_, at) => hits(`/client/two/${at}`)));
      expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThan(2 * urls.length);
    } finally {
      await second.stop();
    }
  });

  it.each(['?cursor=x', '?cursor=1.2', '?cursor=0&offset=3', '?cursor=0.99999999.1'])(
    'is told what is wrong with %s',
    async (query) => {
      const { id } = await client().batch([site('/client/a')]);
      const { status, body } = await call(`/v1/batch/scrape/${id}${query}`);
      expect(status).toBe(400);
      expect(body['error']).toContain('`cursor`');
    },
  );
});
