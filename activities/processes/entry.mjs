/**
 * The entry of every process of a pool. It loads the module with the pool's functions, which is TypeScript where
 * nothing is compiled, as in tests, and then runs one of them at a time.
 */
import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** @typedef {import('./protocol.ts').ToProcess} ToProcess */
/** @typedef {import('./protocol.ts').FromProcess} FromProcess */

const [moduleUrl = '', memoryBytes] = process.argv.slice(2);

preferOomKill();
const functions = await loadModule();
/** 1 while a task runs, for the watchdog. */
const working = new Int32Array(new SharedArrayBuffer(4));
const watchdog = new URL('./watchdog.js', import.meta.url);
new Worker(watchdog, { execArgv: [], workerData: { limitBytes: Number(memoryBytes), working } }).on('message', () =>
  send({ ready: true }),
);
process.on('message', (/** @type {ToProcess} */ message) => void handle(message));
// Ctrl-C in a terminal reaches this process too, but the worker decides when its last task is done.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
process.on('disconnect', () => process.exit());

/**
 * What the module's functions load later are packages. They are loaded without the TypeScript loader, which would parse
 * them once more: pdf.js would take 300 MB longer.
 */
async function loadModule() {
  const unregister = moduleUrl.endsWith('.ts') ? (await import('tsx/esm/api')).register() : undefined;
  const loaded = await import(moduleUrl);
  await unregister?.();
  return loaded;
}

/** @param {ToProcess} message */
async function handle({ id, name, input }) {
  Atomics.store(working, 0, 1);
  Atomics.notify(working, 0);
  try {
    const result = await functions[name](input);
    send({ id, result, rss: process.memoryUsage.rss() });
  } catch (error) {
    send({ id, problem: error instanceof Error ? error.message : String(error), rss: process.memoryUsage.rss() });
  } finally {
    Atomics.store(working, 0, 0);
  }
}

/** @param {FromProcess} message */
function send(message) {
  process.send?.(message);
}

/** If the machine runs out of memory, Linux kills this process before the worker. */
function preferOomKill() {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not Linux, or not permitted: the watchdog limits memory anyway.
  }
}
