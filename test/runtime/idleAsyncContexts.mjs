/** Prints what a process sees that disables the contexts in which nothing runs. A process of its own: it is for good. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { disableIdleAsyncContexts } from '../../runtime/idleAsyncContexts.ts';

/** Node marks each promise while any context is enabled, which is what makes it slow. */
function areHooksOn() {
  return Object.getOwnPropertySymbols(Promise.resolve()).length > 0;
}

disableIdleAsyncContexts();
const storage = new AsyncLocalStorage();

/** @param {string} store @param {number} ms */
function readLater(store, ms) {
  return storage.run(store, async () => {
    await sleep(ms);
    const inner = storage.run(`${store}, inner`, () => storage.getStore());
    await sleep(ms);
    return [storage.getStore(), inner];
  });
}

/** @param {() => unknown} call */
async function errorOf(call) {
  try {
    return await call();
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
}

const before = areHooksOn();
const parallel = Promise.all([readLater('short', 5), readLater('long', 50)]);
const during = areHooksOn();
console.log(
  JSON.stringify({
    before,
    during,
    stores: await parallel,
    rejected: await errorOf(() => storage.run('x', () => Promise.reject(new Error('rejected')))),
    thrown: await errorOf(() =>
      storage.run('x', () => {
        throw new Error('thrown');
      }),
    ),
    after: areHooksOn(),
    outside: storage.getStore() ?? 'none',
    again: await readLater('again', 1),
    atTheEnd: areHooksOn(),
  }),
);
