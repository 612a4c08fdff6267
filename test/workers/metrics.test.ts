import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { withMetrics } from '../../activities/pages/withMetrics.ts';
import { Failure } from '../../contracts/failures.ts';
import { createWorkMetrics } from '../../workers/metrics.ts';

const call = { outcome: 'ok', promptTokens: 1_000_000, completionTokens: 500_000, seconds: 1 } as const;

describe('the cost of the model', () => {
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

  it('is told by the prices for a million tokens', async () => {
    expect(await costOf({ prompt: 0.4, completion: 1.6 })).toMatchObject([
      { value: 1.2, labels: { model: 'm', purpose: 'extract' } },
    ]);
  });

  it('is not told where there are none: nothing is not free of charge', async () => {
    expect(await costOf({})).toEqual([]);
  });
});

describe('a page that is read', () => {
  const page = {
    account: 'a',
    url: 'http://site.example/',
    options: { formats: [], onlyMainContent: true, waitFor: 0, timeout: 1, mobile: false, engine: 'auto', maxAge: 0 },
  } as const;
  async function outcomeOf(read: () => Promise<{ render: string } | { notModified: true }>, signal?: AbortSignal) {
    const told: string[] = [];
    const reading = withMetrics(read, 'http', { pageRead: ({ outcome }) => told.push(outcome) });
    await reading({
      ...page,
      options: { ...page.options, formats: [] },
      signal: signal ?? new AbortController().signal,
    }).catch(() => {});
    return told;
  }

  it.each([
    ['needs_browser', async () => ({ render: 'scripts' })],
    ['not_modified', async () => ({ notModified: true as const })],
    ['PageTimedOut', () => Promise.reject(new Failure('PageTimedOut', 'too slow'))],
    ['fault', () => Promise.reject(new TypeError('ours'))],
  ])('is told once, as %s', async (outcome, read) => {
    expect(await outcomeOf(read)).toEqual([outcome]);
  });

  it('and given up is told as cancelled, whatever it failed with', async () => {
    const gone = AbortSignal.abort();
    expect(await outcomeOf(() => Promise.reject(gone.reason), gone)).toEqual(['cancelled']);
  });
});
