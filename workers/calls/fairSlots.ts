/** Slots that waiting accounts get in turn, however many calls each of them has waiting. */
export interface FairSlots {
  /** Waits for a slot and returns the function that releases it. Rejects with the signal's reason if it aborts. */
  acquire(account: string, signal: AbortSignal): Promise<() => void>;
}

export function createFairSlots(slots: number): FairSlots {
  let free = slots;
  /** The account at the front is next. */
  const waiting = new Map<string, Set<() => void>>();

  function takeNext(): (() => void) | undefined {
    for (const [account, calls] of waiting) {
      const [next] = calls;
      waiting.delete(account);
      if (!next) continue;
      calls.delete(next);
      // Behind all others.
      if (calls.size > 0) waiting.set(account, calls);
      return next;
    }
    return undefined;
  }

  function release(): void {
    const next = takeNext();
    if (next) next();
    else free += 1;
  }

  return {
    acquire: (account, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        if (free > 0) {
          free -= 1;
          return resolve(release);
        }
        const calls = waiting.get(account) ?? new Set();
        waiting.set(account, calls);
        calls.add(start);
        signal.addEventListener('abort', giveUp, { once: true });
        function start(): void {
          signal.removeEventListener('abort', giveUp);
          resolve(release);
        }
        function giveUp(): void {
          calls.delete(start);
          reject(signal.reason);
        }
      }),
  };
}
