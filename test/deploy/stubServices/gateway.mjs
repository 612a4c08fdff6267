/** Stands in for the gateway: serves its port, and says what it would have made on a first start. */
import { createServer } from 'node:http';

const server = createServer((_request, response) => response.end('tiny'));
server.listen(Number(process.env.PORT), '127.0.0.1', () => {
  console.log(JSON.stringify({ level: 30, msg: 'serving' }));
  console.log(JSON.stringify({ level: 40, msg: 'a warning for the terminal' }));
  process.send?.({
    type: 'ready',
    firstStart: {
      email: 'owner@localhost',
      password: 'tiny-password',
      secretKey: 'sr_tiny',
      publishableKey: 'pk_tiny',
    },
  });
});
for (const signal of ['SIGTERM', 'disconnect']) process.once(signal, () => process.exit(0));
