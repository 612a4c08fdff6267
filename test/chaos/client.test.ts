import { beforeEach, describe, expect, it } from 'vitest';
import { Sightread } from '../../client/index.ts';
import { newAccount } from '../support/accounts.ts';
import { api } from '../support/client.ts';
import { settledCredits } from '../support/credits.ts';
import { site } from '../support/fixtureSite.ts';
import { killProcess } from '../support/stackProcesses.ts';
import { resetStack } from './faults.ts';

const size = 1_500;
/** Until the gateway is back, which takes its time on a busy machine. */
const maxRetries = 20;
/** After so many pages the gateway is killed. */
const kills = [100, 500, 1_000];

describe('a program that iterates over a job with the client', () => {
  beforeEach(resetStack);

  it('gets each page once, although the gateway is killed again and again', async () => {
    const { account, key } = await newAccount();
    const client = new Sightread({ key, url: api(), maxRetries });
    const urls = Array.from({ length: size }, (_, at) => site(`/chaos/client/${at}`));
    const job = await client.batch(urls, { formats: ['markdown'] });
    const seen: string[] = [];
    const left = [...kills];
    const deaths: Promise<number>[] = [];
    for await (const page of job) {
      seen.push(page.url);
      expect(page.markdown).toBeTruthy();
      if (seen.length !== left[0]) continue;
      left.shift();
      // Not awaited: the iteration meets a server that is gone.
      deaths.push(killProcess('gateway'));
    }
    await Promise.all(deaths);
    expect(deaths).toHaveLength(kills.length);
    expect(seen).toHaveLength(size);
    expect(seen.toSorted()).toEqual(urls.toSorted());
    expect(await job.status()).toMatchObject({ status: 'completed', total: size, completed: size, creditsUsed: size });
    expect(await settledCredits(account)).toBe(size);
  });

  it('starts one job, although the gateway is killed while it does', async () => {
    const { key } = await newAccount();
    const client = new Sightread({ key, url: api(), maxRetries });
    const opening = client.batch([site('/chaos/client/once')]);
    const death = killProcess('gateway');
    const job = await opening;
    await death;
    expect((await job.wait()).status).toBe('completed');
    const answer = await fetch(`${api()}/v1/batch/scrape`, { headers: { authorization: `Bearer ${key}` } });
    expect(((await answer.json()) as { data: unknown[] }).data).toHaveLength(1);
  });
});
