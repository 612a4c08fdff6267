import { parentPort, workerData } from 'node:worker_threads';

/**
 * A thread of a pool's process that kills the process when a task takes too much memory. The main thread cannot do
 * that, because it is blocked while native code allocates, and V8 does not count native memory.
 */
const { limitBytes } = /** @type {{ limitBytes: number }} */ (workerData);
const checkIntervalMs = 20;

setInterval(() => {
  if (process.memoryUsage.rss() > limitBytes) process.kill(process.pid, 'SIGKILL');
}, checkIntervalMs);

parentPort?.postMessage('watching');
