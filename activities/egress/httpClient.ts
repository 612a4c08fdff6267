import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import { Agent } from 'undici';
import type { ProxyServer } from '../../contracts/egress/proxies.ts';
import { mappedHostOf } from '../../contracts/egress/rules.ts';
import { ExchangeError, type ExchangeOptions, exchange, type HttpResponse } from './exchange.ts';
import type { Guard } from './guard.ts';
import { errorCode, networkFailureOf } from './networkFailures.ts';

/** Chromium's limit; a thousand small cookies take some 60 KiB. */
const maxHeaderSize = 256 << 10;
/** Requests time out by `FetchLimits.connectTimeoutMs`; this ends the connection attempts that they leave behind. */
const maxConnectMs = 15_000;
const idempotentMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

export type HttpRequest = {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
  via?: ProxyServer | undefined;
} & Pick<ExchangeOptions, 'limits' | 'timeouts' | 'signal' | 'onChunk'>;

interface HttpClient {
  /** Sends to the URL's host or the server it is mapped to. Rejects with a `Failure` or the signal's reason. */
  send(request: HttpRequest): Promise<HttpResponse>;
  close(): Promise<void>;
}

/**
 * Keeps connections alive between requests. Uses HTTP/2 if the site offers it, with one request at a time on a
 * connection, so that a failing stream breaks no other; falls back to HTTP/1.1 for sites whose HTTP/2 fails.
 */
export function createHttpClient(guard: Guard): HttpClient {
  const http2Origins = new LRUCache<string, true>({ max: 5_000, ttl: 600_000 });
  const http1OnlyOrigins = new LRUCache<string, true>({ max: 5_000, ttl: 600_000 });
  /** Errors of sockets that had received a response before. */
  const reusedSocketErrors = new WeakSet<Error>();

  function onSocket(socket: Socket, origin: string): void {
    // The TLS handshake has already received bytes.
    const initialBytesRead = socket.bytesRead;
    socket.on('error', (error) => {
      if (socket.bytesRead > initialBytesRead) reusedSocketErrors.add(error);
    });
    if ('alpnProtocol' in socket && socket.alpnProtocol === 'h2') http2Origins.set(origin, true);
  }

  function createAgent(allowH2: boolean, via?: ProxyServer): Agent {
    const connect = guard.connector({ allowH2, timeoutMs: maxConnectMs, onSocket, via });
    return new Agent({ connect, allowH2, maxHeaderSize, headersTimeout: 0, bodyTimeout: 0 });
  }
  const createAgents = (via?: ProxyServer) => ({ http1: createAgent(false, via), http2: createAgent(true, via) });
  const direct = createAgents();
  /** A connection through one proxy is never used for another, nor directly. */
  const throughProxies = new Map<string, ReturnType<typeof createAgents>>();

  function agentsFor(via: ProxyServer | undefined) {
    if (via === undefined) return direct;
    const agents = throughProxies.get(via.name) ?? createAgents(via);
    throughProxies.set(via.name, agents);
    return agents;
  }

  /** Whether to retry a request, once: over HTTP/1.1 if HTTP/2 failed, or on a new connection if a reused one did. */
  function shouldRetry({ stage, cause }: ExchangeError, origin: string, method: string): boolean {
    const isConnecting = stage === 'connecting';
    if (isConnecting && errorCode(cause) !== 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL') return false;
    if (!http1OnlyOrigins.has(origin) && (http2Origins.has(origin) || isConnecting)) {
      http1OnlyOrigins.set(origin, true);
      return idempotentMethods.has(method);
    }
    // The site closed an idle connection just as it was reused; no part of the response is lost.
    const wasClosedIdle = stage === 'connected' && cause instanceof Error && reusedSocketErrors.has(cause);
    return wasClosedIdle && idempotentMethods.has(method);
  }

  async function send({ url, method, headers, body, onChunk, via, ...rest }: HttpRequest): Promise<HttpResponse> {
    const mapped = mappedHostOf(guard.rules, url.hostname);
    const origin = mapped === undefined ? url.origin : `http://${bracketIPv6(mapped.address)}:${mapped.port}`;
    const sentHeaders = mapped === undefined ? headers : { ...headers, host: url.host };
    const dispatch = { origin, path: url.pathname + url.search, method, headers: sentHeaders, body: body ?? null };
    let hasStreamed = false;
    function passOn(bytes: Buffer, status: number) {
      hasStreamed = true;
      onChunk?.(bytes, status);
    }
    const options = { ...rest, host: url.hostname, dispatch, onChunk: onChunk && passOn };
    const { http1, http2 } = agentsFor(via);
    const attempt = () => exchange(http1OnlyOrigins.has(origin) ? http1 : http2, options);
    try {
      return await attempt().catch((error: unknown) => {
        // Bytes that were passed on cannot be taken back.
        if (error instanceof ExchangeError && !hasStreamed && shouldRetry(error, origin, method)) return attempt();
        throw error;
      });
    } catch (error) {
      throw error instanceof ExchangeError ? networkFailureOf(error.cause, url.hostname) : error;
    }
  }

  async function close(): Promise<void> {
    const all = [direct, ...throughProxies.values()];
    await Promise.all(all.flatMap(({ http1, http2 }) => [http1.destroy(), http2.destroy()]));
  }

  return { send, close };
}

function bracketIPv6(address: string): string {
  return address.includes(':') ? `[${address}]` : address;
}
