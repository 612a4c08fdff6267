/** A stub of the gateway: listens on its port and reports the credentials of a first start. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

const server = createServer((_request, response) => response.end('stub'));
server.listen(Number(process.env.PORT), '127.0.0.1', () => {
  console.log(JSON.stringify({ level: 30, msg: 'serving' }));
  console.log(JSON.stringify({ level: 40, msg: 'a warning for the terminal' }));
  const firstStart = {
    email: 'owner@localhost',
    password: 'stub-password',
    secretKey: 'sr_stub',
    publishableKey: 'pk_stub',
  };
  writeFileSync(process.env.FIRST_KEYS_FILE ?? '', JSON.stringify(firstStart));
  process.send?.({ type: 'ready', firstStart });
});
for (const signal of ['SIGTERM', 'disconnect']) process.once(signal, () => process.exit(0));
