import type { Page } from 'puppeteer';
import { withoutCredentials } from '../../contracts/egress/address.ts';
import { Failure } from '../../contracts/failures.ts';
import { isMainNavigation } from './page.ts';
import { isRedirect } from './redirects.ts';

/** What a browser page has been through: the documents that it asked for, one after the other, and the last answer. */
interface Documents {
  /** Of the document asked for last. */
  host(): string;
  last(): { url: string; status: number; headers: Record<string, string>; contentType?: string };
  /** A private address is the caller's doing only if it was the first; else say who led there. */
  blame(error: unknown): unknown;
}

export function followDocuments(page: Page, first: URL): Documents {
  let asked = first;
  let status = 0;
  let headers: Record<string, string> = {};
  page.on('request', (request) => {
    if (isMainNavigation(request, page) && URL.canParse(request.url())) asked = new URL(request.url());
  });
  page.on('response', (response) => {
    if (!isMainNavigation(response.request(), page) || isRedirect(response.status(), response.headers())) return;
    status = response.status();
    headers = response.headers();
  });

  return {
    host: () => asked.hostname,
    last: () => {
      const { 'set-cookie': _, ...shown } = headers;
      const contentType = shown['content-type'];
      return {
        url: URL.canParse(page.url()) ? (withoutCredentials(new URL(page.url())).split('#', 1)[0] ?? '') : '',
        status,
        headers: shown,
        ...(contentType === undefined ? {} : { contentType }),
      };
    },
    blame: (error) => {
      if (!(error instanceof Failure) || error.kind !== 'BlockedAddress' || asked.hostname === first.hostname)
        return error;
      const words = `${withoutCredentials(first)} redirects to a place that cannot be read: ${error.message}`;
      return new Failure('BlockedAddress', words, { cause: error });
    },
  };
}
