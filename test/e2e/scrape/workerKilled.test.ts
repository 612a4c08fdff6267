import { describe, expect, it } from 'vitest';
import { call } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { hits, site } from '../../support/fixtureSite.ts';
import { killProcess } from '../../support/stackProcesses.ts';

describe('a worker that is killed in the middle of a scrape', () => {
  it.each(['worker-fetch', 'worker-flow'])('%s comes back and the caller gets its answer', async (part) => {
    const path = `/slow?ms=3000&killed=${part}`;
    const answer = call('/v1/scrape', { body: { url: site(path) } });
    await eventually('the site is being read', async () => (await hits(path)) === 1);
    await killProcess(part);
    expect(await answer).toMatchObject({ status: 200, body: { success: true } });
  });
});
