/** Small pages that are answered after the delay in their path: `/slow/400/…` after 400 ms. */
import { createServer } from 'node:http';
import { serveParent } from './parent.ts';

const sentence = 'The keeper of the lighthouse counted ships and wrote each of them down before he slept by day. ';

const server = createServer((request, response) => {
  const [, , ms = '0'] = (request.url ?? '/').split('/');
  response.setHeader('content-type', 'text/html; charset=utf-8');
  const page = `<!doctype html><title>${request.url}</title><main><h1>Ships</h1><p>${sentence.repeat(10)}</p></main>`;
  setTimeout(() => response.end(page), Number(ms));
});
server.keepAliveTimeout = 60_000;
await serveParent(server);
