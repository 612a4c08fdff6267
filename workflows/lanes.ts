/** So many chunks are tried at first, before it is known what their hosts take. */
const firstLanes = 8;

interface Waiting {
  chunk: number;
  go(): void;
}

/**
 * As many chunks at once as their hosts take: more while all goes well, half as many when one is turned away. Of those
 * that wait the earliest chunk goes first, also where it has been turned away before.
 */
export function createLanes(most: number) {
  const waiting: Waiting[] = [];
  let open = Math.min(firstLanes, most);
  let taken = 0;

  function serve() {
    while (taken < open) {
      const next = waiting.shift();
      if (!next) return;
      taken += 1;
      next.go();
    }
  }

  function leave() {
    taken -= 1;
    serve();
  }

  return {
    async take<T>(chunk: number, step: () => Promise<T>): Promise<T> {
      await new Promise<void>((go) => {
        const later = waiting.findIndex((each) => each.chunk > chunk);
        waiting.splice(later < 0 ? waiting.length : later, 0, { chunk, go });
        serve();
      });
      return step().finally(leave);
    },
    widen() {
      open = Math.min(most, open + 1);
      serve();
    },
    narrow() {
      open = Math.max(1, Math.floor(open / 2));
    },
  };
}
