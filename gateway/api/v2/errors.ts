import { type Failure, type FailureKind, failures } from '../../../contracts/failures.ts';

/** How a failure looks on /v2: clients tell some of them by their status or code. */
export function v2ErrorOf({ kind, message }: Failure): { status: number; code?: string } {
  const code = codeOf(kind, message);
  return { status: kind === 'PageTimedOut' ? 408 : failures[kind].status, ...(code && { code }) };
}

function codeOf(kind: FailureKind, message: string): string | undefined {
  if (kind === 'PageTimedOut') return 'SCRAPE_TIMEOUT';
  if (kind === 'ActionFailed') return 'SCRAPE_ACTION_ERROR';
  if (kind !== 'PageUnreachable') return undefined;
  // The words of activities/egress/networkFailures.ts.
  if (message.startsWith('DNS lookup failed')) return 'SCRAPE_DNS_RESOLUTION_ERROR';
  return /certificate|secure connection/.test(message) ? 'SCRAPE_SSL_ERROR' : undefined;
}
