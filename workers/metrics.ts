import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { WorkMetrics } from '../runtime/metrics/work.ts';

interface Prices {
  model: string;
  /** US dollars per million tokens; without them no cost is reported. */
  prompt: number | undefined;
  completion: number | undefined;
}

const pageSeconds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120];
const activitySeconds = [0.005, ...pageSeconds, 300, 600];
const waitSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900];
const modelSeconds = [0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120];

/** The metrics of one worker process. */
export function createWorkMetrics(registry: Registry, prices: Prices): WorkMetrics {
  const registers = [registry];
  const counter = <const L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = <const L extends string>(name: string, help: string, buckets: number[], ...labelNames: L[]) =>
    new Histogram({ name, help, labelNames, buckets, registers });

  const pages = counter('sightread_pages_total', 'Pages read, by engine and outcome.', 'engine', 'outcome');
  const pageDuration = histogram(
    'sightread_page_duration_seconds',
    'Time that reading a page took.',
    pageSeconds,
    'engine',
  );
  const activityDuration = histogram(
    'sightread_activity_duration_seconds',
    'Time that an activity ran.',
    activitySeconds,
    'activity',
    'queue',
    'outcome',
  );
  const queueWait = histogram(
    'sightread_activity_queue_seconds',
    'Time that an activity waited in its queue.',
    waitSeconds,
    'activity',
    'queue',
  );
  const calls = counter('sightread_model_calls_total', 'Calls of the language model.', 'model', 'purpose', 'outcome');
  const callDuration = histogram(
    'sightread_model_call_duration_seconds',
    'Time that a call of the language model took.',
    modelSeconds,
    'model',
    'purpose',
  );
  const tokens = counter(
    'sightread_model_tokens_total',
    'Tokens that the language model counted.',
    'model',
    'purpose',
    'kind',
  );
  const cost = counter(
    'sightread_model_cost_usd_total',
    'What the tokens cost by the prices in the settings, in US dollars.',
    'model',
    'purpose',
  );
  const credits = counter(
    'sightread_credits_total',
    'Credits of ended operations: charged, or set aside and released.',
    'operation',
    'step',
  );
  const webhooks = counter('sightread_webhooks_total', 'Attempts to deliver a webhook.', 'outcome');
  const icons = counter('sightread_icon_refreshes_total', 'Sites asked for their picture.', 'kind', 'outcome');
  const browserPages = new Gauge({ name: 'sightread_browser_pages', help: 'Pages open in Chromium.', registers });
  const browserWaiting = new Gauge({
    name: 'sightread_browser_waiting',
    help: 'Pages that wait for a place in Chromium.',
    registers,
  });
  const launches = counter('sightread_browser_launches_total', 'Starts of Chromium.');
  const ends = counter('sightread_browser_ends_total', 'Ends of a Chromium before the worker’s own.', 'reason');
  const { model } = prices;

  return {
    pageRead({ engine, outcome, seconds }) {
      pages.inc({ engine, outcome });
      pageDuration.observe({ engine }, seconds);
    },
    activityDone({ activity, queue, outcome, waitedSeconds, seconds }) {
      activityDuration.observe({ activity, queue, outcome }, seconds);
      if (waitedSeconds !== undefined) queueWait.observe({ activity, queue }, waitedSeconds);
    },
    modelCalled(purpose, { outcome, promptTokens, completionTokens, seconds }) {
      calls.inc({ model, purpose, outcome });
      callDuration.observe({ model, purpose }, seconds);
      tokens.inc({ model, purpose, kind: 'prompt' }, promptTokens);
      tokens.inc({ model, purpose, kind: 'completion' }, completionTokens);
      if (prices.prompt === undefined && prices.completion === undefined) return;
      const dollars = (promptTokens * (prices.prompt ?? 0) + completionTokens * (prices.completion ?? 0)) / 1e6;
      cost.inc({ model, purpose }, dollars);
    },
    creditsSettled({ operation, charged, released }) {
      credits.inc({ operation, step: 'charged' }, charged);
      credits.inc({ operation, step: 'released' }, released);
    },
    webhookTried: (outcome) => webhooks.inc({ outcome }),
    iconRefreshed: (kind, outcome) => icons.inc({ kind, outcome }),
    browser: {
      waiting: (change) => browserWaiting.inc(change),
      pageOpen: (change) => browserPages.inc(change),
      launched: () => launches.inc(),
      ended: (reason) => ends.inc({ reason }),
    },
  };
}
