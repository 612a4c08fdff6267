import type { PageOptions } from '../../contracts/requests/pageOptions.ts';
import type { PageItem } from '../../contracts/results/page.ts';

/** With these a site asks to come back later, which is not about the page. */
const laterStatuses = [429, 503];

/** Whether a page that comes with this status is read. */
export function isReadable(status: number, { readsErrorPages }: PageOptions): boolean {
  return status < 400 || (readsErrorPages === true && !laterStatuses.includes(status));
}

/** Whether a page that was read says that there is none: its links lead nowhere, and it may be there the next time. */
export function isErrorPage({ metadata: { statusCode = 200 } }: PageItem): boolean {
  return statusCode >= 400;
}
