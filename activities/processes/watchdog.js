import { parentPort, workerData } from 'node:worker_threads';

/**
 * A thread of a pool's process that kills the process when a task takes too much memory. The main thread cannot do
 * that, because it is blocked while native code allocates, and V8 does not count native memory.
 */
const { limitBytes, working } = /** @type {{ limitBytes: number, working: Int32Array }} */ (workerData);
const checkIntervalMs = 20;

parentPort?.postMessage('watching');
for (;;) {
  // Costs nothing until there is a task.
  Atomics.wait(working, 0, 0);
  if (process.memoryUsage.rss() > limitBytes) process.kill(process.pid, 'SIGKILL');
  Atomics.wait(working, 0, 1, checkIntervalMs);
}
