import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Resolve } from '../../../activities/egress/resolve.ts';
import { isPublicAddress } from '../../../contracts/egress/address.ts';

/** The world as seen from a namespace where all addresses are this machine: public sites, and canaries at the others. */

export interface World {
  hits: string[];
  close(): void;
}

const ports = [80, 443, 8080, 8443, 22, 389, 636, 2375, 2379, 6379, 9229];

export async function createWorld(): Promise<World> {
  const hits: string[] = [];
  const servers = await Promise.all(ports.map((port) => listen(port, hits)));
  function close(): void {
    for (const server of servers) server.close().closeAllConnections();
  }
  return { hits, close };
}

const pages: Record<string, (to: string, urls: string) => string> = {
  '/meta-refresh': (to) => `<meta http-equiv="refresh" content="0; url=${to}">`,
  '/go': (to) => `<script>location.href = ${JSON.stringify(to)}</script>`,
  '/embed': (_, urls) => `<body><script>
    for (const url of ${urls}) {
      new Image().src = url;
      fetch(url, { mode: 'no-cors' }).catch(() => {});
      const frame = document.body.appendChild(document.createElement('iframe'));
      try { frame.src = url } catch {}
      try { new WebSocket(url.replace(/^http/, 'ws')) } catch {}
      document.title = Number(document.title) + 1;
    }
  </script>`,
};

function listen(port: number, hits: string[]): Promise<http.Server> {
  const server = http.createServer((request, response) => {
    const { searchParams, pathname } = new URL(request.url ?? '/', 'http://site/');
    const to = searchParams.get('to') ?? `http://93.184.216.34/r?c=302&n=${Number(searchParams.get('n')) - 1}`;
    if (pathname === '/r') {
      response.statusCode = Number(searchParams.get('c'));
      response.setHeader('location', to);
    }
    if (pathname === '/refresh-header') response.setHeader('refresh', `0; url=${to}`);
    response.setHeader('content-type', 'text/html');
    response.end(pages[pathname]?.(to, searchParams.get('urls') ?? '[]') ?? 'a public page');
  });
  server.on('connection', (socket) => {
    const { address } = socket.address() as AddressInfo;
    if (!isPublicAddress(address)) hits.push(`${address} ${port}`);
  });
  return new Promise((resolve) => server.listen(port, '::', () => resolve(server)));
}

const loopbackNames = [
  'vcap.me',
  'localh.st',
  'spoofed.burpcollaborator.net',
  'cname-loop.ssrf.test',
  'a-127-0-0-1.ssrf.test',
];

/** Names as the corpus describes them; all others are public. */
export function createNames(): Resolve {
  const asked = new Map<string, number>();
  return async (hostname) => {
    const times = (asked.get(hostname) ?? 0) + 1;
    asked.set(hostname, times);
    if (hostname.includes('rebind')) return [{ address: times === 1 ? '93.184.216.34' : '127.0.0.1', family: 4 }];
    if (loopbackNames.includes(hostname)) return [{ address: '127.0.0.1', family: 4 }];
    if (hostname === 'aaaa-loop.ssrf.test') return [{ address: '::1', family: 6 }];
    if (hostname.endsWith('.nip.io')) return [{ address: '169.254.169.254', family: 4 }];
    return [{ address: '93.184.216.34', family: 4 }];
  };
}
