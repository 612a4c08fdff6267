import { createReadStream, statSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

export interface Site {
  url: string;
  close(): Promise<void>;
}

/** Serves the files of a folder on loopback. */
export function serveFolder(folder: string): Promise<Site> {
  return serve((request, response) => {
    const path = decodeURIComponent((request.url ?? '/').split('?', 1)[0] ?? '/');
    const file = join(folder, normalize(path.endsWith('/') ? `${path}index.html` : path));
    const found = file.startsWith(folder) && statSync(file, { throwIfNoEntry: false })?.isFile();
    if (!found) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
}

export function serve(listener: RequestListener): Promise<Site> {
  return new Promise((resolve) => {
    const server: Server = createServer(listener);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      const close = () =>
        new Promise<void>((closed) => {
          server.closeAllConnections();
          server.close(() => closed());
        });
      resolve({ url: `http://127.0.0.1:${port}`, close });
    });
  });
}
