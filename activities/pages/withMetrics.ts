import { outcomeOf, secondsSince } from '../../runtime/metrics/outcome.ts';
import type { PageMetrics } from '../../runtime/metrics/work.ts';
import type { PageToRead, ReadOutcome, ReadPage } from './readPage.ts';

/** Records how long each page took, and its outcome. */
export function withMetrics(read: ReadPage, engine: 'http' | 'browser', metrics: PageMetrics): ReadPage {
  return async (page: PageToRead) => {
    const started = performance.now();
    const record = (outcome: Parameters<PageMetrics['pageRead']>[0]['outcome']) =>
      metrics.pageRead({ engine, outcome, seconds: secondsSince(started) });
    try {
      const outcome = await read(page);
      record(metricLabelOf(outcome));
      return outcome;
    } catch (error) {
      record(outcomeOf(error, page.signal));
      throw error;
    }
  };
}

function metricLabelOf(outcome: ReadOutcome) {
  return 'item' in outcome ? 'ok' : 'render' in outcome ? 'needs_browser' : 'not_modified';
}
