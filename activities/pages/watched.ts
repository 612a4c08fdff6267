import { outcomeOf, secondsSince } from '../../runtime/metrics/outcome.ts';
import type { PageMetrics } from '../../runtime/metrics/work.ts';
import type { PageToRead, ReadOutcome, ReadPage } from './read.ts';

/** Tells how long each page took and what came of it. */
export function watchingPages(read: ReadPage, engine: 'http' | 'browser', metrics: PageMetrics): ReadPage {
  return async (page: PageToRead) => {
    const started = performance.now();
    const tell = (outcome: Parameters<PageMetrics['pageRead']>[0]['outcome']) =>
      metrics.pageRead({ engine, outcome, seconds: secondsSince(started) });
    try {
      const outcome = await read(page);
      tell(wordFor(outcome));
      return outcome;
    } catch (error) {
      tell(outcomeOf(error, page.signal));
      throw error;
    }
  };
}

function wordFor(outcome: ReadOutcome) {
  return 'item' in outcome ? 'ok' : 'render' in outcome ? 'needs_browser' : 'not_modified';
}
