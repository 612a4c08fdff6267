import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { judgeUrl } from '../../contracts/egress/address.ts';
import { mappedHost } from '../../contracts/egress/rules.ts';
import { Failure } from '../../contracts/failures.ts';
import { explain } from './explain.ts';
import { createForward } from './forward.ts';
import type { Guard } from './guard.ts';
import { createMappedSites } from './mappedSites.ts';
import { tunnel } from './tunnel.ts';

export interface EgressProxy {
  /** For Chromium's `--proxy-server`. */
  url: string;
  /** The key of the certificate that mapped hosts show over TLS, for `--ignore-certificate-errors-spki-list`. */
  trustedKey?: string;
  /** Why a host could not be reached: the browser itself only says that its proxy failed. */
  problem(hostname: string): Failure | undefined;
  close(): Promise<void>;
}

const connectTimeoutMs = 10_000;

/**
 * The browser's way out: a forward proxy on loopback that connects through the guard. It is written here because a
 * site that cannot be reached must fail in the browser and be explained to the caller; proxies made for other ends
 * answer with an error page of their own, which a browser takes for the site's.
 */
export async function createProxy(guard: Guard): Promise<EgressProxy> {
  const problems = new LRUCache<string, Failure>({ max: 1_000, ttl: 60_000 });
  function connect(host: string, port: number): Socket {
    const target = mappedHost(guard.rules, host) ?? { address: host.replace(/^\[|\]$/g, ''), port };
    const socket = guard.connect({ host: target.address, port: target.port, timeoutMs: connectTimeoutMs });
    socket.on('error', (error) => problems.set(host, explain(error, host)));
    return socket.once('connect', () => problems.delete(host));
  }
  function passes(url: URL): boolean {
    const judged = judgeUrl(url, guard.rules);
    if (judged.url === undefined) problems.set(url.hostname, new Failure(judged.kind, judged.problem));
    return judged.url !== undefined;
  }

  const forward = createForward(connect);
  const sites = guard.rules.map.length === 0 ? undefined : await createMappedSites(forward);

  const server = http.createServer((request, response) => {
    const url = parse(request.url ?? '');
    // An answer would look like the site's own.
    if (url === undefined || url.protocol !== 'http:' || !passes(url)) response.destroy();
    else forward.request(url, request, response);
  });

  server.on('connect', (request: http.IncomingMessage, client: Duplex, head: Buffer) => {
    client.on('error', () => client.destroy());
    const refuse = (): void => void client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    function established(): void {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      if (head.length > 0) client.unshift(head);
    }
    const url = parse(`http://${request.url}`);
    if (url === undefined || !passes(url)) return refuse();
    if (sites !== undefined && mappedHost(guard.rules, url.hostname) !== undefined) {
      established();
      return sites.accept(client);
    }
    const target = connect(url.hostname, Number(url.port || 80)).once('error', refuse);
    target.once('connect', () => {
      target.off('error', refuse);
      established();
      tunnel(client, target);
    });
    client.once('close', () => target.destroy());
  });

  // Tunnels are no longer the server's own, so it would neither close them nor forget them.
  const clients = new Set<Socket>();
  server.on('connection', (client) => {
    clients.add(client);
    client.once('close', () => clients.delete(client));
  });

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    ...(sites === undefined ? {} : { trustedKey: sites.trustedKey }),
    problem: (hostname) => problems.get(hostname),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const client of clients) client.destroy();
      forward.close();
      sites?.close();
      await closed;
    },
  };
}

function parse(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
