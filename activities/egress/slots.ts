/** A number of places, handed out in order of asking. */
interface Slots {
  /** Waits for a place; gives the function that hands it back. Rejects with the signal's reason if that comes first. */
  take(signal?: AbortSignal): Promise<() => void>;
}

export function createSlots(count: number): Slots {
  let free = count;
  const waiting: (() => void)[] = [];

  function handBack(): () => void {
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    };
  }

  const take = (signal?: AbortSignal): Promise<() => void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      if (free > 0) {
        free -= 1;
        return resolve(handBack());
      }
      function onTurn(): void {
        signal?.removeEventListener('abort', onAbort);
        resolve(handBack());
      }
      function onAbort(): void {
        waiting.splice(waiting.indexOf(onTurn), 1);
        reject(signal?.reason);
      }
      signal?.addEventListener('abort', onAbort, { once: true });
      waiting.push(onTurn);
    });

  return { take };
}
