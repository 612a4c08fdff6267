import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonReply, type ScriptedModel, startScriptedModel } from '../../model/scriptedModel.ts';
import { call, creditsUsed } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { site } from '../../support/fixtureSite.ts';
import { type IsolatedStack, startIsolatedStack } from '../../support/isolatedStack.ts';
import { scrapeMetrics, sumOf } from '../../support/metrics.ts';

interface Extracted {
  data?: Record<string, unknown>;
  warning?: string;
  evidence?: Record<string, object>;
  error?: string;
}

const schema = {
  type: 'object',
  properties: { who: { type: 'string' }, counted: { type: 'string' }, nickname: { type: ['string', 'null'] } },
  required: ['who', 'counted'],
};
const right = { who: 'the keeper of the lighthouse', counted: 'ships', nickname: null };

describe('POST /v1/extract with a language model', () => {
  let model: ScriptedModel;
  let stack: IsolatedStack;
  beforeAll(async () => {
    model = await startScriptedModel();
    stack = await startIsolatedStack('with-a-model', {
      OPENAI_API_KEY: 'test-key',
      OPENAI_BASE_URL: model.address,
      OPENAI_MODEL: 'scripted',
      OPENAI_PROMPT_PRICE: '2.5',
      OPENAI_COMPLETION_PRICE: '10',
    });
  });
  afterAll(async () => {
    await stack?.stop();
    await model?.close();
  });
  const extract = (headers: Record<string, string> = {}, signal?: AbortSignal) =>
    call<Extracted>(`${stack.api}/v1/extract`, {
      body: { url: site('/lighthouse'), schema },
      headers,
      ...(signal && { signal }),
    });
  const used = () => creditsUsed({ base: stack.api });

  it('returns the answer of the model for five credits', async () => {
    const before = await used();
    model.setScript([jsonReply(right)]);
    expect(await extract()).toMatchObject({ status: 200, body: { data: right } });
    expect(await used()).toBe(before + 5);
    expect(model.requests[0]?.headers.authorization).toBe('Bearer test-key');
  });

  it('names the values of the model that are not on the page', async () => {
    model.setScript([jsonReply({ ...right, who: 'Captain Nemo', nickname: 'Sparky' })]);
    const { body } = await extract();
    expect(body).toEqual({
      data: { ...right, who: 'Captain Nemo' },
      warning: 'Not found on the page, and so to be doubted: /who. Not found on the page, and so null: /nickname.',
    });
  });

  it('says with `evidence` where each value is on the page, and that an invented one is the model’s', async () => {
    model.setScript([jsonReply({ ...right, who: 'Captain Nemo' })]);
    const { body } = await call<Extracted>(`${stack.api}/v1/extract`, {
      body: { url: site('/lighthouse'), schema, evidence: true },
    });
    expect(body.evidence).toEqual({
      '/who': { source: 'model' },
      '/counted': { source: 'text', quote: expect.stringContaining('counted ships') },
    });
  });

  it('names both values where the model and the page disagree', async () => {
    const properties = { description: { type: 'string' }, ships: { type: 'string' } };
    model.setScript([jsonReply({ description: 'the keeper of the lighthouse', ships: 'counted ships' })]);
    const { body } = await call<Extracted>(`${stack.api}/v1/extract`, {
      body: { url: site('/lighthouse'), schema: { type: 'object', properties }, prompt: 'Read it' },
    });
    expect(body.warning).toBe(
      'The page declares otherwise: /description is "the keeper of the lighthouse", in its meta tags "All about /lighthouse".',
    );
  });

  it('counts the calls, tokens and cost of the model, including unusable answers', async () => {
    const labels = { model: 'scripted', purpose: 'extract' };
    const before = await scrapeMetrics(stack.workerMetrics);
    // First an answer that violates the schema and is repaired by a second call, then a refusal.
    model.setScript([jsonReply({ who: 'the keeper of the lighthouse' }), jsonReply(right)]);
    expect((await extract()).status).toBe(200);
    // Usually 2 and 1. A worker that pauses is taken for dead, and then the page is extracted again.
    const answered = model.requests.length;
    model.setScript([{ refusal: 'no' }]);
    expect((await extract()).status).toBe(422);
    const refused = model.requests.length;
    const calls = answered + refused;
    const after = await scrapeMetrics(stack.workerMetrics);
    const grown = (name: string, more: Record<string, string> = {}) =>
      sumOf(after, name, { ...labels, ...more }) - sumOf(before, name, { ...labels, ...more });
    expect(grown('sightread_model_calls_total', { outcome: 'ok' })).toBe(answered);
    expect(grown('sightread_model_calls_total', { outcome: 'ModelRefused' })).toBe(refused);
    expect(grown('sightread_model_tokens_total', { kind: 'prompt' })).toBe(calls * 100);
    expect(grown('sightread_model_tokens_total', { kind: 'completion' })).toBe(calls * 20);
    expect(grown('sightread_model_cost_usd_total')).toBeCloseTo((calls * (100 * 2.5 + 20 * 10)) / 1e6, 9);
    expect(answered).toBeGreaterThanOrEqual(2);
  });

  it('retries after the Retry-After of a busy model server, and charges once', async () => {
    const before = await used();
    const times: number[] = [];
    model.setScript((_, count) => {
      times.push(Date.now());
      return count === 0 ? { status: 429, headers: { 'retry-after': '2' } } : jsonReply(right);
    });
    expect((await extract()).status).toBe(200);
    // More than two if a worker paused and was taken for dead.
    expect(times.length).toBeGreaterThanOrEqual(2);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(1_900);
    expect(await used()).toBe(before + 5);
  });

  it('answers 503 and charges nothing when the model server stays down', async () => {
    const before = await used();
    model.setScript([{ status: 500 }]);
    const { status, body, headers } = await extract();
    expect(status).toBe(503);
    expect(body.error).toMatch(/not reachable/);
    expect(headers.get('retry-after')).toBeTruthy();
    expect(model.requests.length).toBeGreaterThan(1);
    expect(await used()).toBe(before);
  });

  it.each([
    ['refuses', { refusal: 'no' }],
    ['never gives a usable answer', { content: 'I would rather sing.' }],
  ])('answers 422 and charges nothing when the model %s', async (_, reply) => {
    const before = await used();
    model.setScript([reply]);
    const { status, body } = await extract();
    expect(status).toBe(422);
    expect(body.error).toMatch(/language model/);
    expect(await used()).toBe(before);
  });

  it('returns the same answer for the same Idempotency-Key without calling the model again', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    model.setScript([jsonReply(right)]);
    const first = await extract(headers);
    const [before, calls] = [await used(), model.requests.length];
    expect((await extract(headers)).body).toEqual(first.body);
    expect(model.requests).toHaveLength(calls);
    expect(await used()).toBe(before);
  });

  it('aborts the call to the model when the caller disconnects', async () => {
    const before = await used();
    const abortedBefore = model.abortedRequests;
    model.setScript([{ hang: true }]);
    const disconnect = new AbortController();
    const answer = extract({}, disconnect.signal);
    await eventually('the model is called', () => model.requests.length === 1);
    disconnect.abort();
    await expect(answer).rejects.toThrow();
    await eventually('the call is aborted', () => model.abortedRequests === abortedBefore + 1);
    expect(await used()).toBe(before);
  });
});
