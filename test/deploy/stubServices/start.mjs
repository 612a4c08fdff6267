/** `npm start` with the tiny services in place of the product's. */
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

register();
const { main } = await import('../../../deploy/local/commands/start.ts');
/** @param {string} name */
function tiny(name) {
  return fileURLToPath(new URL(`./${name}.mjs`, import.meta.url));
}
process.exit(
  await main([], {
    gateway: () => ({ command: process.execPath, args: [tiny('gateway')] }),
    worker: (queues) => ({ command: process.execPath, args: [tiny('worker'), '--queues', queues.join(',')] }),
  }),
);
