import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { ProxyServer } from '../../contracts/egress/proxies.ts';
import { mappedHostOf } from '../../contracts/egress/rules.ts';
import { checkUrl } from '../../contracts/egress/url.ts';
import { Failure } from '../../contracts/failures.ts';
import { parseUrl } from '../../contracts/parseUrl.ts';
import type { Guard } from './guard.ts';
import { createHttpRelay } from './httpRelay.ts';
import { createMappedHostServer } from './mappedHostServer.ts';
import { networkFailureOf } from './networkFailures.ts';
import { tunnel } from './tunnel.ts';

export interface ForwardProxy {
  /** For Chromium's `--proxy-server`. */
  url: string;
  /** The hash of the key that mapped hosts use for TLS, for Chromium's `--ignore-certificate-errors-spki-list`. */
  trustedSpkiHash?: string;
  /** Why a host could not be reached: the browser reports only that its proxy failed. */
  failureFor(hostname: string): Failure | undefined;
  close(): Promise<void>;
}

/** A forward proxy for each proxy of the operator, by its name. */
export type ForwardProxies = ReadonlyMap<string, Pick<ForwardProxy, 'failureFor' | 'url'>>;

/** The one that connects through the given proxy of the operator; undefined for none. */
export function forwardProxyFor(via: ProxyServer | undefined, proxies: ForwardProxies) {
  if (via === undefined) return undefined;
  const forward = proxies.get(via.name);
  if (forward === undefined) throw new Error(`there is no forward proxy for ${via.name}`);
  return forward;
}

const connectTimeoutMs = 10_000;

/**
 * The forward proxy on loopback through which Chromium makes all its requests; it connects through the guard. It is not
 * a library's proxy, because those answer with an error page of their own if a site is unreachable, and the browser
 * would render that page as the site's. This one makes the navigation fail and keeps the reason for the caller.
 * @param via A proxy of the operator to connect through.
 */
export async function createForwardProxy(guard: Guard, via?: ProxyServer): Promise<ForwardProxy> {
  const upstream = createUpstream(guard, via);
  const relay = createHttpRelay(upstream.connect);
  const mappedHosts = guard.rules.map.length === 0 ? undefined : await createMappedHostServer(relay);

  const server = http.createServer((request, response) => {
    const url = parseUrl(request.url ?? '');
    // Closes the connection instead of answering: the browser would take an answer for the site's.
    if (url === undefined || url.protocol !== 'http:' || !upstream.isAllowed(url)) response.destroy();
    else relay.request(url, request, response);
  });

  server.on('connect', (request: http.IncomingMessage, client: Duplex, head: Buffer) => {
    client.on('error', () => client.destroy());
    const refuse = (): void => void client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    function establish(): void {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      if (head.length > 0) client.unshift(head);
    }
    const url = parseUrl(`http://${request.url}`);
    if (url === undefined || !upstream.isAllowed(url)) return refuse();
    if (mappedHosts !== undefined && mappedHostOf(guard.rules, url.hostname) !== undefined) {
      establish();
      return mappedHosts.accept(client);
    }
    upstream.connect(url.hostname, Number(url.port || 80)).then((target) => {
      if (client.destroyed) return void target.destroy();
      client.once('close', () => target.destroy());
      establish();
      tunnel(client, target);
    }, refuse);
  });

  const clients = trackConnections(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    ...(mappedHosts === undefined ? {} : { trustedSpkiHash: mappedHosts.spkiHash }),
    failureFor: upstream.failureFor,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const client of clients) client.destroy();
      relay.close();
      mappedHosts?.close();
      await closed;
    },
  };
}

/** Connections to sites through the guard, with the last failure of each host. */
function createUpstream(guard: Guard, via: ProxyServer | undefined) {
  const failures = new LRUCache<string, Failure>({ max: 1_000, ttl: 60_000 });

  async function connect(host: string, port: number): Promise<Socket> {
    const target = mappedHostOf(guard.rules, host) ?? { address: host.replace(/^\[|\]$/g, ''), port };
    const fail = (error: unknown) => void failures.set(host, networkFailureOf(error, host));
    try {
      const socket = await guard.connect({ host: target.address, port: target.port, timeoutMs: connectTimeoutMs, via });
      failures.delete(host);
      return socket.on('error', fail);
    } catch (error) {
      fail(error);
      throw error;
    }
  }

  function isAllowed(url: URL): boolean {
    const checked = checkUrl(url, guard.rules);
    if (checked.url === undefined) failures.set(url.hostname, new Failure(checked.kind, checked.problem));
    return checked.url !== undefined;
  }

  return { connect, isAllowed, failureFor: (hostname: string) => failures.get(hostname) };
}

/** The open connections, including CONNECT tunnels, which Node detaches from the server and does not close with it. */
function trackConnections(server: http.Server): Set<Socket> {
  const clients = new Set<Socket>();
  server.on('connection', (client) => {
    clients.add(client);
    client.once('close', () => clients.delete(client));
  });
  return clients;
}
