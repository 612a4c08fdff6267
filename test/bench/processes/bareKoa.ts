/** The least that an answer takes: Koa with the bytes in memory. */
import type { AddressInfo } from 'node:net';
import Koa from 'koa';

const body = Buffer.alloc(Number(process.argv[2] ?? 3000), 7);
const app = new Koa();
app.use((ctx) => {
  ctx.type = 'image/png';
  ctx.body = body;
});
const server = app.listen(0, '127.0.0.1', () =>
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
process.on('disconnect', () => process.exit());
