/** Small pages that take the time they are asked to take: `/slow/400/…` answers after 400 ms. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const sentence = 'The keeper of the lighthouse counted ships and wrote each of them down before he slept by day. ';

const server = createServer((request, response) => {
  const [, , ms = '0'] = (request.url ?? '/').split('/');
  response.setHeader('content-type', 'text/html; charset=utf-8');
  const page = `<!doctype html><title>${request.url}</title><main><h1>Ships</h1><p>${sentence.repeat(10)}</p></main>`;
  setTimeout(() => response.end(page), Number(ms));
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.(`127.0.0.1:${(server.address() as AddressInfo).port}`));
process.on('disconnect', () => process.exit());
