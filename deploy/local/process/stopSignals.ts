/** SIGINT (Ctrl-C), SIGTERM and SIGHUP: the first one requests an orderly shutdown, a later one forces it. */

export interface StopSignals {
  /** Aborted by the first signal. */
  readonly requested: AbortSignal;
  /** Aborted by the second. */
  readonly forced: AbortSignal;
}

/** npm forwards the Ctrl-C that the terminal has already sent: two signals within this time are one key press. */
const sameKeyPressMs = 1_000;

export function listenForStop(): StopSignals {
  const [requested, forced] = [new AbortController(), new AbortController()];
  let firstAt = 0;
  function onSignal() {
    if (!requested.signal.aborted) {
      firstAt = Date.now();
      requested.abort(new Stopped());
    } else if (Date.now() - firstAt > sameKeyPressMs) {
      forced.abort();
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  return { requested: requested.signal, forced: forced.signal };
}

/** Thrown when the user stops a start half-way. run.mjs recognizes it by its name and exits with code 0. */
class Stopped extends Error {
  override readonly name = 'Stopped';
}

export function whenAborted(signal: AbortSignal) {
  return new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
