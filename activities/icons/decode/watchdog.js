import { parentPort, workerData } from 'node:worker_threads';

/**
 * A thread of the decoding process that ends it when a picture takes too much memory. The limit cannot be kept from
 * the main thread, which stands still while native code allocates, nor by V8, which does not see that memory.
 */
const { limitBytes } = /** @type {{ limitBytes: number }} */ (workerData);
const everyMs = 20;

setInterval(() => {
  if (process.memoryUsage.rss() > limitBytes) process.kill(process.pid, 'SIGKILL');
}, everyMs);

parentPort?.postMessage('watching');
