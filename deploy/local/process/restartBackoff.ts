const initialDelayMs = 500;
const maxDelayMs = 30_000;
/** After a run this long, a crash counts as a new problem and the delay starts over. */
const stableRunMs = 60_000;

/** Exponential backoff between the restarts of a process that keeps crashing. */
export function createRestartBackoff() {
  let delayMs = initialDelayMs;
  let startedAt = Date.now();
  return {
    /** The delay before the next restart, for a run that has just ended. */
    nextDelayMs(): number {
      if (Date.now() - startedAt > stableRunMs) delayMs = initialDelayMs;
      const next = delayMs;
      delayMs = Math.min(delayMs * 2, maxDelayMs);
      return next;
    },
    restarted(): void {
      startedAt = Date.now();
    },
  };
}
