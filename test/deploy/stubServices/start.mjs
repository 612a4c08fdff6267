/** `npm start` with stubs in place of the gateway and the workers. */
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

register();
const { main } = await import('../../../deploy/local/commands/start.ts');
/** @param {string} name */
function stubPath(name) {
  return fileURLToPath(new URL(`./${name}.mjs`, import.meta.url));
}
process.exit(
  await main([], {
    gateway: () => ({ command: process.execPath, args: [stubPath('gateway')] }),
    worker: (queues) => ({ command: process.execPath, args: [stubPath('worker'), '--queues', queues.join(',')] }),
  }),
);
