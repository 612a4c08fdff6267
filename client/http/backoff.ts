const firstDelayMs = 500;
const maxDelayMs = 15_000;

/** How long to wait before a retry: as long as the server asks for, else longer each time, not all callers at once. */
export function retryDelayMs(retry: number, retryAfterSeconds?: number): number {
  const delayMs = Math.min(maxDelayMs, firstDelayMs * 2 ** retry);
  const jitteredMs = delayMs * (0.5 + Math.random() / 2);
  return retryAfterSeconds === undefined ? jitteredMs : retryAfterSeconds * 1_000 + Math.random() * firstDelayMs;
}

/** Rejects with the reason of the signal when that is aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(end, ms);
    function end() {
      signal?.removeEventListener('abort', stop);
      resolve();
    }
    function stop() {
      clearTimeout(timer);
      reject(signal?.reason);
    }
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** The same, but rejects when the signal is aborted: the body of an answer may then never end by itself. */
export function untilAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
