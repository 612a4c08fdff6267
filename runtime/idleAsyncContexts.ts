import { AsyncLocalStorage } from 'node:async_hooks';

type Storage = AsyncLocalStorage<unknown>;

/**
 * Before Node 24, one AsyncLocalStorage that is enabled makes every promise and socket of the process slower: a cached image
 * takes a tenth longer. The first `run` enables it for good, although libraries need it for a few milliseconds: Temporal's
 * client for the deadline of a call, hono for a page of the dashboard. From now on, one in which nothing runs is disabled.
 *
 * Not for traces: their contexts outlive the functions that begin them.
 */
export function disableIdleAsyncContexts(): void {
  const { run } = AsyncLocalStorage.prototype;
  const running = new WeakMap<Storage, number>();

  function enter(storage: Storage) {
    running.set(storage, (running.get(storage) ?? 0) + 1);
  }

  function leave(storage: Storage) {
    const left = (running.get(storage) ?? 1) - 1;
    running.set(storage, left);
    if (left === 0) storage.disable();
  }

  function runWhileNeeded(this: Storage, ...args: Parameters<Storage['run']>): unknown {
    enter(this);
    let result: unknown;
    try {
      result = run.apply(this, args);
    } catch (error) {
      leave(this);
      throw error;
    }
    if (result instanceof Promise) return result.finally(() => leave(this));
    leave(this);
    return result;
  }

  Object.assign(AsyncLocalStorage.prototype, { run: runWhileNeeded });
}
