/** Asks `/healthz` again and again. For each message from its parent it answers with the longest wait since the last one. */
import { setTimeout as sleep } from 'node:timers/promises';

const [address = ''] = process.argv.slice(2);
const pauseMs = 5;
let longestMs = 0;

process.on('message', () => {
  process.send?.(longestMs);
  longestMs = 0;
});
process.on('disconnect', () => process.exit());
process.send?.('ready');

for (;;) {
  const started = performance.now();
  await (await fetch(`${address}/healthz`)).text();
  longestMs = Math.max(longestMs, performance.now() - started);
  await sleep(pauseMs);
}
