import type { Page } from 'puppeteer';
import { Failure } from '../../contracts/failures.ts';
import { withTimeout } from '../../runtime/timeLimit.ts';
import type { PageLook } from '../egress/pageLook.ts';
import { type Collector, collectTimeoutMs } from './collector.ts';
import { asDesktop } from './desktop.ts';
import type { Evidence } from './evidence.ts';

/** Collects the evidence of a page that is rendered for its content anyway. */
export interface BrandLook extends PageLook {
  /** Throws a `Failure` if there is none. */
  evidence(): Evidence;
}

export function createBrandLook(collector: Collector): BrandLook {
  let reader: Awaited<ReturnType<Collector['attach']>>;
  let found: Evidence | Failure = new Failure('PageUnreachable', 'The page could not be rendered.');
  return {
    reserveMs: collectTimeoutMs,
    async prepare(page: Page) {
      reader = await collector.attach(page);
      // A phone stays one: its own size and pixels are what the page was asked for.
      if (!page.viewport()?.isMobile) await asDesktop(page);
    },
    async read(timeoutMs) {
      const tooLate = new Failure('PageTimedOut', 'The page was not ready within its timeout.');
      found = await withTimeout(timeoutMs, reader.read(), tooLate).catch((error: unknown) => {
        if (error instanceof Failure) return error;
        throw error;
      });
    },
    evidence() {
      if (found instanceof Failure) throw found;
      return found;
    },
  };
}
