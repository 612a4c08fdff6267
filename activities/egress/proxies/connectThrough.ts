import http from 'node:http';
import https from 'node:https';
import { isIPv6, type Socket } from 'node:net';
import { SocksClient } from 'socks';
import type { ProxyServer } from '../../../contracts/egress/proxies.ts';
import { Failure } from '../../../contracts/failures.ts';
import { ProxyDown } from './proxyDown.ts';

/** An address that the guard has judged. The proxy gets no name, so that it resolves none. */
export interface JudgedAddress {
  address: string;
  port: number;
}

/** Connects to an address through a proxy. Rejects with `ProxyDown` if that is the proxy's fault, else with a `Failure`. */
export function connectThrough(proxy: ProxyServer, target: JudgedAddress, timeoutMs: number): Promise<Socket> {
  return proxy.protocol === 'socks5' ? overSocks(proxy, target, timeoutMs) : overHttp(proxy, target, timeoutMs);
}

async function overSocks(proxy: ProxyServer, { address, port }: JudgedAddress, timeout: number): Promise<Socket> {
  const { name, host, port: proxyPort, username, password } = proxy;
  try {
    const { socket } = await SocksClient.createConnection({
      command: 'connect',
      proxy: {
        host,
        port: proxyPort,
        type: 5,
        ...(username !== undefined && { userId: username, password: password ?? '' }),
      },
      destination: { host: address, port },
      timeout,
      set_tcp_nodelay: true,
    });
    return socket;
  } catch (error) {
    // An answer about the target, which the proxy has tried to reach.
    if (error instanceof Error && /rejected connection/i.test(error.message)) throw notReached(error);
    throw new ProxyDown(name, 'cannot be used', { cause: withoutOptions(error) });
  }
}

/** The library's errors carry the options, with the password. */
function withoutOptions(error: unknown): Error {
  return new Error(error instanceof Error ? error.message : 'unknown error');
}

function overHttp(proxy: ProxyServer, { address, port }: JudgedAddress, timeoutMs: number): Promise<Socket> {
  const authority = `${isIPv6(address) ? `[${address}]` : address}:${port}`;
  return new Promise((resolve, reject) => {
    const request = (proxy.protocol === 'https' ? https : http).request({
      method: 'CONNECT',
      host: proxy.host,
      port: proxy.port,
      path: authority,
      headers: { host: authority, ...authorizationOf(proxy) },
      agent: false,
    });
    const timer = setTimeout(() => request.destroy(new Error('it does not answer')), timeoutMs);
    request.once('close', () => clearTimeout(timer));
    request.once('connect', ({ statusCode = 0 }: http.IncomingMessage, socket: Socket, head: Buffer) => {
      clearTimeout(timer);
      if (statusCode >= 200 && statusCode < 300) {
        if (head.length > 0) socket.unshift(head);
        return resolve(socket.setNoDelay(true));
      }
      socket.destroy();
      reject(statusCode >= 500 ? notReached() : new ProxyDown(proxy.name, `refuses us (${statusCode})`));
    });
    request.once('error', (cause) => reject(new ProxyDown(proxy.name, 'cannot be reached', { cause })));
    request.end();
  });
}

function authorizationOf({ username, password = '' }: ProxyServer): Record<string, string> {
  if (username === undefined) return {};
  return { 'proxy-authorization': `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
}

function notReached(cause?: Error): Failure {
  return new Failure('PageUnreachable', 'The site could not be reached through the proxy.', {
    ...(cause && { cause: withoutOptions(cause) }),
  });
}
