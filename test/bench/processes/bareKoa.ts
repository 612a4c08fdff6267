/** The baseline for an image request: Koa answering bytes from memory. */
import { createServer } from 'node:http';
import Koa from 'koa';
import { serveParent } from './parent.ts';

const body = Buffer.alloc(Number(process.argv[2] ?? 3000), 7);
const app = new Koa();
app.use((ctx) => {
  ctx.type = 'image/png';
  ctx.body = body;
});
await serveParent(createServer(app.callback()));
