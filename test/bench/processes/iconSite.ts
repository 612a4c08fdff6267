/** Sites with one icon each, whose home pages are answered after 100 ms and counted by host. Argument: what to listen on. */
import { createServer } from 'node:http';
import sharp from 'sharp';
import { serveParent } from './parent.ts';

const icon = await sharp({ create: { width: 180, height: 180, channels: 4, background: '#0000' } })
  .composite([{ input: { create: { width: 120, height: 120, channels: 4, background: '#1565c0' } } }])
  .png()
  .toBuffer();
const homes = new Map<string, number>();

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://site');
  const host = request.headers.host ?? '';
  if (url.pathname === '/homes') {
    response.end(String(homes.get(url.searchParams.get('host') ?? '') ?? 0));
  } else if (url.pathname === '/') {
    homes.set(host, (homes.get(host) ?? 0) + 1);
    response.setHeader('content-type', 'text/html');
    setTimeout(() => response.end('<title>Site</title><link rel="apple-touch-icon" href="/touch.png">'), 100);
  } else if (url.pathname === '/touch.png') {
    response.setHeader('content-type', 'image/png');
    response.end(icon);
  } else {
    response.writeHead(404).end();
  }
});
await serveParent(server, process.argv[2]);
