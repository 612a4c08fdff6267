import { condition } from '@temporalio/workflow';

/** As many chunks at once as their hosts take: more while all goes well, half as many when one is turned away. */
const firstLanes = 8;

export function createLanes(most: number) {
  let open = Math.min(firstLanes, most);
  let taken = 0;
  return {
    async take<T>(step: () => Promise<T>): Promise<T> {
      await condition(() => taken < open);
      taken += 1;
      try {
        return await step();
      } finally {
        taken -= 1;
      }
    },
    widen() {
      open = Math.min(most, open + 1);
    },
    narrow() {
      open = Math.max(1, Math.floor(open / 2));
    },
  };
}
