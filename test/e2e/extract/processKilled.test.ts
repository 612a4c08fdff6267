import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newAccount } from '../../support/accounts.ts';
import { call, creditsUsed } from '../../support/client.ts';
import { settledCredits } from '../../support/credits.ts';
import { eventually } from '../../support/eventually.ts';
import { hits, site } from '../../support/fixtureSite.ts';
import { killProcess } from '../../support/stackProcesses.ts';
import { inOneVisit } from '../../support/visits.ts';

const schema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };

describe('an extraction whose process is killed', () => {
  it('continues without the gateway, so that a retry with the same Idempotency-Key gets the answer and is charged once', async () => {
    await inOneVisit('/slow?ms=10000', async (path) => {
      const { key } = await newAccount();
      const request = { key, headers: { 'idempotency-key': randomUUID() }, body: { url: site(path), schema } };
      const broken = call('/v1/extract', request).catch((error: unknown) => error);
      await eventually('the page is being read', async () => (await hits(path)) > 0);
      await killProcess('gateway');
      expect(await broken).toBeInstanceOf(Error);

      let answer: Awaited<ReturnType<typeof call>> | undefined;
      await eventually('the gateway answers', async () => {
        answer = await call('/v1/extract', request).catch(() => undefined);
        return answer !== undefined;
      });
      expect(answer).toMatchObject({ status: 200, body: { data: { title: 'Slow' } } });
      expect((await call('/v1/extract', request)).body).toEqual(answer?.body);
      expect(await creditsUsed({ key })).toBe(5);
    });
  });

  it.each(['worker-fetch', 'worker-flow', 'worker-image-model'])(
    'answers and costs 5 credits when %s is killed',
    async (part) => {
      const { key } = await newAccount();
      const path = `/slow?ms=3000&extracted=${part}`;
      const answer = call('/v1/extract', { key, body: { url: site(path), schema } });
      await eventually('the page is being read', async () => (await hits(path)) > 0);
      await killProcess(part);
      expect(await answer).toMatchObject({ status: 200, body: { data: { title: 'Slow' } } });
      expect(await creditsUsed({ key })).toBe(5);
    },
  );

  it('costs nothing when the gateway dies and the caller never retries', async () => {
    const { account, key } = await newAccount();
    const path = `/slow?ms=20000&extracted=${randomUUID()}`;
    const broken = call('/v1/extract', { key, body: { url: site(path), schema, timeout: 10_000 } }).catch(() => {});
    await eventually('the page is being read', async () => (await hits(path)) > 0);
    await killProcess('gateway');
    await broken;
    expect(await settledCredits(account)).toBe(0);
  });
});
