/** Ctrl-C and its relatives: the first one asks for an orderly end, a later one insists. */

export interface StopSignals {
  /** Aborted by the first signal. */
  readonly requested: AbortSignal;
  /** Aborted by the second. */
  readonly forced: AbortSignal;
}

/** npm passes on the Ctrl-C that the terminal has already sent us: within this time both are the same key press. */
const sameKeyPressMs = 1_000;

export function listenForStop(): StopSignals {
  const [asked, insisted] = [new AbortController(), new AbortController()];
  let first = 0;
  function onSignal() {
    if (!asked.signal.aborted) {
      first = Date.now();
      asked.abort(new Stopped());
    } else if (Date.now() - first > sameKeyPressMs) {
      insisted.abort();
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  return { requested: asked.signal, forced: insisted.signal };
}

/** The person changed their mind while things were still starting: an end, not a failure. */
class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** Resolves when the signal is aborted. */
export function whenAborted(signal: AbortSignal) {
  return new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
