/** Chunks read at the same time at first, before it is known what their hosts can take. */
const initialLimit = 8;

interface Waiter {
  chunk: number;
  start(): void;
}

/**
 * Limits how many chunks are read at the same time: one more after each success, half as many after one was turned away.
 * Of the waiting chunks the earliest goes first, even if it was turned away before.
 */
export function createAdaptiveConcurrency(max: number) {
  const waiting: Waiter[] = [];
  let limit = Math.min(initialLimit, max);
  let running = 0;

  function startWaiting() {
    while (running < limit) {
      const next = waiting.shift();
      if (!next) return;
      running += 1;
      next.start();
    }
  }

  function leave() {
    running -= 1;
    startWaiting();
  }

  return {
    async run<T>(chunk: number, step: () => Promise<T>): Promise<T> {
      await new Promise<void>((start) => {
        const later = waiting.findIndex((each) => each.chunk > chunk);
        waiting.splice(later < 0 ? waiting.length : later, 0, { chunk, start });
        startWaiting();
      });
      return step().finally(leave);
    },
    increase() {
      limit = Math.min(max, limit + 1);
      startWaiting();
    },
    decrease() {
      limit = Math.max(1, Math.floor(limit / 2));
    },
  };
}
