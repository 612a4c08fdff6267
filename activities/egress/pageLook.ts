import type { Page } from 'puppeteer';

/** Reads something else from a page while it is open. If the browser dies, both steps are run again on another page. */
export interface PageLook {
  /** What `read` takes at most; it is set aside from the timeout of the page. */
  readonly reserveMs: number;
  /** Runs before the page navigates. */
  prepare(page: Page): Promise<void>;
  /** Runs when the page looks finished. What goes wrong in it is not a failure of the page. */
  read(timeoutMs: number): Promise<void>;
}
