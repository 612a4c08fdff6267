import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createBatch } from '../../support/batches.ts';
import { call } from '../../support/client.ts';
import { site } from '../../support/fixtureSite.ts';

describe('the idempotency key of a batch', () => {
  it.each(['Idempotency-Key', 'x-idempotency-key'])(
    'in the header %s gives the same job for the same body',
    async (name) => {
      const headers = { [name]: randomUUID() };
      const body = { urls: [site('/again')] };
      const first = await createBatch(body, { headers });
      expect(await createBatch(body, { headers })).toEqual(first);
    },
  );

  it('makes one job of ten simultaneous requests', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const made = await Promise.all(
      Array.from({ length: 10 }, () => createBatch({ urls: [site('/together')] }, { headers })),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  });

  it('is refused with another body', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    await createBatch({ urls: [site('/one')] }, { headers });
    const { status, body } = await call('/v1/batch/scrape', { body: { urls: [site('/other')] }, headers });
    expect({ status, body }).toEqual({
      status: 409,
      body: { error: 'This Idempotency-Key was used before with another body.' },
    });
  });
});
