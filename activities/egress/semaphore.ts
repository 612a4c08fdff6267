/** A counting semaphore that serves waiting callers in the order of their calls. */
interface Semaphore {
  /** Waits for a slot and returns the function that releases it. Rejects with the signal's reason if it aborts. */
  acquire(signal?: AbortSignal): Promise<() => void>;
}

export function createSemaphore(slots: number): Semaphore {
  let freeSlots = slots;
  const waiting: (() => void)[] = [];

  /** The returned function has no effect when it is called again. */
  function createRelease(): () => void {
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const next = waiting.shift();
      if (next === undefined) freeSlots += 1;
      else next();
    };
  }

  const acquire = (signal?: AbortSignal): Promise<() => void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      if (freeSlots > 0) {
        freeSlots -= 1;
        return resolve(createRelease());
      }
      function onSlot(): void {
        signal?.removeEventListener('abort', onAbort);
        resolve(createRelease());
      }
      function onAbort(): void {
        waiting.splice(waiting.indexOf(onSlot), 1);
        reject(signal?.reason);
      }
      signal?.addEventListener('abort', onAbort, { once: true });
      waiting.push(onSlot);
    });

  return { acquire };
}
