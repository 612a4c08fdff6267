import { describe, expect, it } from 'vitest';
import { call } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { hits, site } from '../../support/fixtureSite.ts';
import { killProcess } from '../../support/stackProcesses.ts';

describe('POST /v1/scrape', () => {
  it.each(['worker-fetch', 'worker-flow'])(
    'answers although %s is killed while the page is being read',
    async (part) => {
      const path = `/slow?ms=3000&killed=${part}`;
      const answer = call('/v1/scrape', { body: { url: site(path) } });
      await eventually('the site is being read', async () => (await hits(path)) >= 1);
      await killProcess(part);
      expect(await answer).toMatchObject({ status: 200, body: { success: true } });
    },
  );
});
