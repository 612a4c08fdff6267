import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import { Agent } from 'undici';
import { mappedHost } from '../../contracts/egress/rules.ts';
import { type Answer, BrokenExchange, exchange, type Question } from './exchange.ts';
import { errorCode, explain } from './explain.ts';
import type { Guard } from './guard.ts';

/** As much as Chromium takes; a thousand small cookies are some 60 KiB. */
const maxHeaderSize = 256 << 10;
/** Each request has its own limit; this one ends the attempts that nobody waits for any more. */
const longestConnectMs = 15_000;
const idempotent = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

export type Request = {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
} & Pick<Question, 'limits' | 'deadline' | 'signal'>;

interface Dispatch {
  /** Sends one request to the URL's host, or to where the host is mapped. Rejects with a `Failure` or the signal's reason. */
  send(request: Request): Promise<Answer>;
  close(): Promise<void>;
}

/**
 * Keeps the connections. HTTP/2 is spoken where a site offers it, one request at a time on a connection, so that a
 * stream that fails takes no other with it; a site whose HTTP/2 breaks gets HTTP/1.1 from then on.
 */
export function createDispatch(guard: Guard): Dispatch {
  const speaksHttp2 = new LRUCache<string, true>({ max: 5_000, ttl: 600_000 });
  const http1Only = new LRUCache<string, true>({ max: 5_000, ttl: 600_000 });
  const usedBefore = new WeakSet<Error>();

  function watch(socket: Socket, origin: string): void {
    // A handshake's bytes are no answer.
    const atStart = socket.bytesRead;
    socket.on('error', (error) => {
      if (socket.bytesRead > atStart) usedBefore.add(error);
    });
    if ('alpnProtocol' in socket && socket.alpnProtocol === 'h2') speaksHttp2.set(origin, true);
  }

  function createAgent(allowH2: boolean): Agent {
    const connect = guard.connector({ allowH2, timeoutMs: longestConnectMs, onSocket: watch });
    return new Agent({ connect, allowH2, maxHeaderSize, headersTimeout: 0, bodyTimeout: 0 });
  }
  const http1 = createAgent(false);
  const http2 = createAgent(true);

  /** Asks for one more attempt, the only one: on HTTP/1.1, or on a new connection. */
  function worthAnother(error: BrokenExchange, origin: string, method: string): boolean {
    if (error.reached === 'nowhere' && errorCode(error.cause) !== 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL')
      return false;
    if (!http1Only.has(origin) && (speaksHttp2.has(origin) || error.reached === 'nowhere')) {
      http1Only.set(origin, true);
      return idempotent.has(method);
    }
    // A kept connection that the site closed just as it was used again: not a word of the answer is lost.
    const closedWhileIdle = error.reached === 'site' && error.cause instanceof Error && usedBefore.has(error.cause);
    return closedWhileIdle && idempotent.has(method);
  }

  async function send({ url, method, headers, body, ...rest }: Request): Promise<Answer> {
    const mapped = mappedHost(guard.rules, url.hostname);
    const origin = mapped === undefined ? url.origin : `http://${bracketed(mapped.address)}:${mapped.port}`;
    const sent = mapped === undefined ? headers : { ...headers, host: url.host };
    const options = { origin, path: url.pathname + url.search, method, headers: sent, body: body ?? null };
    const attempt = (): Promise<Answer> =>
      exchange(http1Only.has(origin) ? http1 : http2, { ...rest, host: url.hostname, options });
    try {
      return await attempt().catch((error: unknown) => {
        if (error instanceof BrokenExchange && worthAnother(error, origin, method)) return attempt();
        throw error;
      });
    } catch (error) {
      throw error instanceof BrokenExchange ? explain(error.cause, url.hostname) : error;
    }
  }

  async function close(): Promise<void> {
    await Promise.all([http1.destroy(), http2.destroy()]);
  }

  return { send, close };
}

function bracketed(address: string): string {
  return address.includes(':') ? `[${address}]` : address;
}
