import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { call } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { hits, openRequests, site } from '../../support/fixtureSite.ts';
import { killProcess } from '../../support/stackProcesses.ts';

interface Extracted {
  data: Record<string, unknown>;
  warning?: string;
  error?: string;
}

const schema = {
  type: 'object',
  properties: { title: { type: 'string' }, description: { type: 'string' }, language: { type: 'string' } },
  required: ['title'],
};
function extract(body: object, headers: Record<string, string> = {}) {
  return call<Extracted>('/v1/extract', { body, headers });
}
async function used() {
  return (await call<{ used: number }>('/v1/credits')).body.used;
}

describe('POST /v1/extract without a language model', () => {
  it('answers from what the page declares, says so, and costs five credits', async () => {
    const before = await used();
    const { status, body } = await extract({ url: site('/lamp'), schema });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        data: { title: '/lamp', description: 'All about /lamp', language: 'en' },
        warning: 'No language model is configured: the data was read from what the page itself declares.',
      },
    });
    expect(await used()).toBe(before + 5);
  });

  it('gives what the page says of itself where there is only a prompt', async () => {
    const { status, body } = await extract({ url: site('/lamp'), prompt: 'What is this page about?' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ title: '/lamp', description: 'All about /lamp' });
  });

  it('reads a page that is written by a script', async () => {
    const { body } = await extract({ url: site('/script'), schema });
    expect(body.data).toMatchObject({ title: 'Rendered' });
  });

  it('names what is required and not there, and charges nothing', async () => {
    const before = await used();
    const price = { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] };
    const { status, body } = await extract({ url: site('/lamp'), schema: price });
    expect(status).toBe(422);
    expect(body.error).toMatch(/requires at \/price/);
    expect(await used()).toBe(before);
  });

  it('charges nothing for a page that cannot be read', async () => {
    const before = await used();
    expect(await extract({ url: site('/status?code=404'), schema })).toMatchObject({
      status: 422,
      body: { error: 'The site answered 404.' },
    });
    expect(await used()).toBe(before);
  });

  it('ends a pattern that would run for ever', async () => {
    const pattern = {
      type: 'object',
      properties: { title: { type: 'string', pattern: '^(/?l+a?m?p?)+$|^(([/a-z])+.)+[A-Z]([a-z])+$' } },
      required: ['title'],
    };
    const { status, body } = await extract({ url: site(`/${'a'.repeat(60)}`), schema: pattern });
    expect(status).toBe(422);
    expect(body.error).toBeTruthy();
    expect((await extract({ url: site('/lamp'), schema })).status).toBe(200);
  });
});

describe('a request that cannot be taken', () => {
  const nested = (levels: number): object =>
    levels === 0 ? { type: 'string' } : { type: 'object', properties: { a: nested(levels - 1) } };
  it.each([
    ['no url', { schema }, /`url` is required/],
    ['nothing asked', { url: site('/a') }, /`schema`, `prompt` or both/],
    ['a schema that is text', { url: site('/a'), schema: 'price' }, /`schema` must be/],
    [
      'an invalid schema',
      { url: site('/a'), schema: { properties: { price: { type: 'money' } } } },
      /`schema\.properties\.price\.type`/,
    ],
    ['a deep schema', { url: site('/a'), schema: nested(40) }, /nested deeper than 32/],
    ['a large schema', { url: site('/a'), schema: { description: 'x'.repeat(70_000) } }, /larger than 64 KiB/],
    [
      'a schema that points away',
      { url: site('/a'), schema: { $ref: 'http://169.254.169.254/' } },
      /`schema\.\$ref` points outside/,
    ],
    ['an empty prompt', { url: site('/a'), prompt: '' }, /`prompt`/],
    ['an unknown field', { url: site('/a'), schema, model: 'best' }, /Unknown field `model`/],
    ['an address that is not public', { url: 'http://10.0.0.1/', schema }, /`url`.*not a public address/],
    ['options that contradict each other', { url: site('/a'), schema, engine: 'http', waitFor: 5 }, /`waitFor`/],
  ])('%s', async (_, body, words) => {
    const answer = await extract(body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body)).toEqual(['error']);
    expect(answer.body.error).toMatch(words);
  });

  it('without a key', async () => {
    expect((await call('/v1/extract', { body: { url: site('/a'), schema }, key: null })).status).toBe(401);
  });
});

describe('an Idempotency-Key', () => {
  it('gives the same answer again without paying or reading again', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const path = `/again/${randomUUID()}`;
    const before = await used();
    const first = await extract({ url: site(path), schema }, headers);
    expect(first.status).toBe(200);
    expect((await extract({ url: site(path), schema }, headers)).body).toEqual(first.body);
    expect(await used()).toBe(before + 5);
    expect(await hits(path)).toBe(1);
  });

  it('makes one of many requests at once', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const path = `/slow?ms=500&at=${randomUUID()}`;
    const before = await used();
    const answers = await Promise.all(Array.from({ length: 6 }, () => extract({ url: site(path), schema }, headers)));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify({ status, body }))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await used()).toBe(before + 5);
    expect(await hits(path)).toBe(1);
  });

  it('with another body is refused', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    await extract({ url: site('/one'), schema }, headers);
    expect(await extract({ url: site('/two'), schema }, headers)).toMatchObject({ status: 409 });
  });

  it('of a request that failed may be tried again', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const path = `/flaky?times=1&at=${randomUUID()}`;
    const before = await used();
    expect((await extract({ url: site(path), schema }, headers)).status).toBe(422);
    expect((await extract({ url: site(path), schema }, headers)).status).toBe(200);
    expect(await used()).toBe(before + 5);
  });
});

describe('what goes wrong in the middle', () => {
  it('a caller that goes away stops the work and pays nothing', async () => {
    const before = await used();
    const gone = new AbortController();
    const path = `/slow?ms=20000&gone=${randomUUID()}`;
    const answer = call('/v1/extract', { body: { url: site(path), schema }, signal: gone.signal });
    await eventually('the page is being read', async () => (await hits(path)) === 1);
    gone.abort();
    await expect(answer).rejects.toThrow();
    await eventually('nothing is being read any more', async () => (await openRequests()) === 0);
    await eventually('its credits are given back', async () => {
      const { body } = await call<{ used: number }>('/v1/credits');
      return body.used === before;
    });
  });

  it.each(['worker-fetch', 'worker-flow', 'worker-image-model'])(
    '%s is killed: the caller gets its answer and pays once',
    async (part) => {
      const before = await used();
      const path = `/slow?ms=2500&killed=${part}&at=${randomUUID()}`;
      const answer = extract({ url: site(path), schema });
      await eventually('the page is being read', async () => (await hits(path)) >= 1);
      await killProcess(part);
      expect(await answer).toMatchObject({ status: 200 });
      await eventually('it is settled', async () => (await used()) === before + 5);
    },
  );
});
