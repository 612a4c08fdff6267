import { condition } from '@temporalio/workflow';

/** Lets so many things happen at a time. */
export function createLanes(count: number) {
  let free = count;
  return async <T>(step: () => Promise<T>): Promise<T> => {
    await condition(() => free > 0);
    free -= 1;
    try {
      return await step();
    } finally {
      free += 1;
    }
  };
}
