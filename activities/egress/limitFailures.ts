import { Failure } from '../../contracts/failures.ts';

/** @param activity What took too long, such as "reading the page". */
export function timedOut(timeoutMs: number, activity: string): Failure {
  return new Failure('PageTimedOut', `Timed out after ${formatDuration(timeoutMs)} while ${activity}.`);
}

export function tooSlow(receivedBytes: number, intervalMs: number): Failure {
  const rate = `${receivedBytes} bytes in ${formatDuration(intervalMs)}`;
  return new Failure('PageTimedOut', `The site sends its page too slowly (${rate}).`);
}

export function tooLarge(maxBytes: number): Failure {
  return new Failure('PageTooLarge', `The page is larger than ${formatBytes(maxBytes)}.`);
}

/** In seconds a little early: of a timeout of 1 s, 999 ms may be left when the request begins. */
function formatDuration(ms: number): string {
  return ms < 950 ? `${Math.round(ms)} ms` : `${Number((ms / 1_000).toFixed(1))} s`;
}

function formatBytes(count: number): string {
  if (count >= 1 << 20) return `${Number((count / (1 << 20)).toFixed(1))} MiB`;
  return count >= 1 << 10 ? `${Number((count / (1 << 10)).toFixed(1))} KiB` : `${count} bytes`;
}
