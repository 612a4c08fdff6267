import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { withMetrics } from '../../activities/pages/withMetrics.ts';
import { Failure } from '../../contracts/failures.ts';
import { createWorkMetrics } from '../../workers/metrics.ts';

const call = { outcome: 'ok', promptTokens: 1_000_000, completionTokens: 500_000, seconds: 1 } as const;

describe('the metric of the model’s cost', () => {
  async function costOf(prices: { prompt?: number; completion?: number }) {
    const registry = new Registry();
    const metrics = createWorkMetrics(registry, {
      model: 'm',
      prompt: prices.prompt,
      completion: prices.completion,
    });
    metrics.modelCalled('extract', call);
    return (await registry.getSingleMetric('sightread_model_cost_usd_total')?.get())?.values ?? [];
  }

  it('is computed from the prices per million tokens', async () => {
    expect(await costOf({ prompt: 0.4, completion: 1.6 })).toMatchObject([
      { value: 1.2, labels: { model: 'm', purpose: 'extract' } },
    ]);
  });

  it('has no value when no prices are set, because the cost is unknown and not zero', async () => {
    expect(await costOf({})).toEqual([]);
  });
});

describe('the metric of pages read', () => {
  const page = {
    account: 'a',
    url: 'http://site.example/',
    options: { formats: [], onlyMainContent: true, waitFor: 0, timeout: 1, mobile: false, engine: 'auto', maxAge: 0 },
  } as const;
  async function outcomesOf(read: () => Promise<{ render: string } | { notModified: true }>, signal?: AbortSignal) {
    const outcomes: string[] = [];
    const readPage = withMetrics(read, 'http', { pageRead: ({ outcome }) => outcomes.push(outcome) });
    await readPage({
      ...page,
      options: { ...page.options, formats: [] },
      signal: signal ?? new AbortController().signal,
    }).catch(() => {});
    return outcomes;
  }

  it.each([
    ['needs_browser', async () => ({ render: 'scripts' })],
    ['not_modified', async () => ({ notModified: true as const })],
    ['PageTimedOut', () => Promise.reject(new Failure('PageTimedOut', 'too slow'))],
    ['fault', () => Promise.reject(new TypeError('ours'))],
  ])('counts a page once, as %s', async (outcome, read) => {
    expect(await outcomesOf(read)).toEqual([outcome]);
  });

  it('counts an aborted page as cancelled, whatever error it ended with', async () => {
    const aborted = AbortSignal.abort();
    expect(await outcomesOf(() => Promise.reject(aborted.reason), aborted)).toEqual(['cancelled']);
  });
});
