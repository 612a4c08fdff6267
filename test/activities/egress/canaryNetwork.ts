import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Resolve } from '../../../activities/egress/resolver.ts';
import { isPublicAddress } from '../../../contracts/egress/address.ts';

/**
 * Servers for a network namespace in which every address is this machine: sites at the public addresses, and canaries
 * at all others.
 */
export interface CanaryNetwork {
  /** The addresses and ports of the canaries that were reached. */
  hits: string[];
  close(): void;
}

const ports = [80, 443, 8080, 8443, 22, 389, 636, 2375, 2379, 6379, 9229];

export async function createCanaryNetwork(): Promise<CanaryNetwork> {
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

/** Resolves names as the corpus describes them, and all others to a public address. */
export function createCanaryResolver(): Resolve {
  const lookups = new Map<string, number>();
  return async (hostname) => {
    const count = (lookups.get(hostname) ?? 0) + 1;
    lookups.set(hostname, count);
    if (hostname.includes('rebind')) return [{ address: count === 1 ? '93.184.216.34' : '127.0.0.1', family: 4 }];
    if (loopbackNames.includes(hostname)) return [{ address: '127.0.0.1', family: 4 }];
    if (hostname === 'aaaa-loop.ssrf.test') return [{ address: '::1', family: 6 }];
    if (hostname.endsWith('.nip.io')) return [{ address: '169.254.169.254', family: 4 }];
    return [{ address: '93.184.216.34', family: 4 }];
  };
}
