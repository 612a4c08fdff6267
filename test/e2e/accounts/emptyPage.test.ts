import { describe, expect, it } from 'vitest';
import { newUser } from '../../support/accounts.ts';
import { createBatch, waitForJob } from '../../support/batches.ts';
import { call } from '../../support/client.ts';
import { site } from '../../support/fixtureSite.ts';

describe('a page with nothing to read, with scripts or without', () => {
  it('says so in its warning and costs nothing', async () => {
    const { secretKey: key } = await newUser('fifty-credits');
    const { status, body } = await call<{ data: { markdown: string; warning: string; metadata: { engine: string } } }>(
      '/v1/scrape',
      { key, body: { url: site('/empty'), formats: ['markdown'] } },
    );
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ markdown: '', metadata: { engine: 'browser' } });
    expect(body.data.warning).toContain('nothing to read');
    expect((await call('/v1/credits', { key })).body).toMatchObject({ remaining: 50, used: 0 });
  });

  it('is completed in a batch, which charges for the other pages only', async () => {
    const job = await waitForJob((await createBatch({ urls: [site('/empty'), site('/full')] })).id);
    expect(job).toMatchObject({ status: 'completed', completed: 2, failed: 0, creditsUsed: 1 });
    expect(job.data[0]).toHaveProperty('warning', expect.stringContaining('nothing to read'));
  });
});
