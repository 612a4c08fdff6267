interface Pending<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** Per transaction, far below what MongoDB allows. */
const maxGroup = 100;

/**
 * Commits what comes for one key in groups, one at a time: transactions that change the same record collide, and a
 * collision costs more than a short wait.
 */
export function createGroupCommit<Item, Result>(
  commit: (key: string, items: readonly Item[]) => Promise<readonly Result[]>,
): (key: string, item: Item) => Promise<Result> {
  const queues = new Map<string, Pending<Item, Result>[]>();

  async function commitGroup(key: string, group: readonly Pending<Item, Result>[]): Promise<void> {
    try {
      const results = await commit(
        key,
        group.map(({ item }) => item),
      );
      for (const [at, { resolve }] of group.entries()) resolve(results[at] as Result);
    } catch (error) {
      // One that cannot be committed must not fail the others.
      if (group.length > 1) for (const each of group) await commitGroup(key, [each]);
      else group[0]?.reject(error);
    }
  }

  async function drain(key: string, queue: Pending<Item, Result>[]): Promise<void> {
    while (queue.length > 0) await commitGroup(key, queue.splice(0, maxGroup));
    queues.delete(key);
  }

  return (key, item) =>
    new Promise((resolve, reject) => {
      const pending = { item, resolve, reject };
      const queue = queues.get(key);
      if (queue) {
        queue.push(pending);
        return;
      }
      const started = [pending];
      queues.set(key, started);
      void drain(key, started);
    });
}
