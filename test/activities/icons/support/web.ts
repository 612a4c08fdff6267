import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, request } from 'undici';
import type { Fetch } from '../../../../activities/icons/fetch.ts';
import { Failure } from '../../../../contracts/failures.ts';

export type Reply =
  | string
  | Buffer
  | { status?: number; type?: string; body?: string | Buffer; location?: string }
  | ((request: IncomingMessage, response: ServerResponse) => void);

export type Routes = Record<string, Reply>;

/** A fake web on loopback: hosts with their paths, and a fetcher that resolves their names to it. */
export interface Web {
  fetch: Fetch;
  /** Adds or replaces a host; with `https: false` it answers over http only. */
  host(name: string, routes: Routes, options?: { https?: boolean }): void;
  /** `host/path` of every request, in order. */
  requests: string[];
  close(): Promise<void>;
}

export async function startWeb(): Promise<Web> {
  const hosts = new Map<string, { routes: Routes; https: boolean }>();
  const requests: string[] = [];
  const server = createServer((incoming, response) => {
    const host = incoming.headers.host ?? '';
    const path = incoming.url ?? '/';
    requests.push(`${host}${path}`);
    const routes = hosts.get(host)?.routes ?? {};
    answer(routes[path] ?? { status: 404, type: 'text/html', body: '<h1>Not found</h1>' }, incoming, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ pipelining: 0 });

  const once: Fetch = async ({ url, maxBytes = 10_000_000, totalTimeoutMs = 5_000, signal, accept }) => {
    const { protocol, hostname, pathname, search } = new URL(url);
    const host = hosts.get(hostname);
    if (host === undefined) throw new Failure('PageUnreachable', `${hostname} does not exist`);
    if (protocol === 'https:' && !host.https) throw new Failure('PageUnreachable', `${hostname} does not speak TLS`);
    const timeout = AbortSignal.timeout(totalTimeoutMs);
    try {
      const answer = await request(`http://127.0.0.1:${port}${pathname}${search}`, {
        dispatcher: agent,
        headers: { host: hostname, ...(accept === undefined ? {} : { accept }) },
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      });
      const chunks: Buffer[] = [];
      let length = 0;
      for await (const chunk of answer.body) {
        length += chunk.length;
        if (length > maxBytes) throw new Failure('PageTooLarge', `${url} is too large`);
        chunks.push(chunk);
      }
      const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
      const contentType = headers['content-type'];
      return {
        url,
        status: answer.statusCode,
        headers,
        body: Buffer.concat(chunks),
        ...(contentType ? { contentType } : {}),
      };
    } catch (cause) {
      if (cause instanceof Failure) throw cause;
      throw new Failure(timeout.aborted ? 'PageTimedOut' : 'PageUnreachable', `${url} cannot be read`, { cause });
    }
  };

  const fetch: Fetch = async (wanted) => {
    let url = wanted.url;
    for (let hops = 0; hops < 6; hops++) {
      const fetched = await once({ ...wanted, url });
      const location = fetched.headers['location'];
      if (fetched.status < 300 || fetched.status >= 400 || location === undefined) return fetched;
      url = new URL(location, url).href;
    }
    throw new Failure('PageUnreachable', `${wanted.url} redirects forever`);
  };

  return {
    fetch,
    requests,
    host: (name, routes, { https = true } = {}) => void hosts.set(name, { routes, https }),
    async close() {
      server.closeAllConnections();
      await agent.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function answer(reply: Reply, incoming: IncomingMessage, response: ServerResponse): void {
  if (typeof reply === 'function') {
    reply(incoming, response);
    return;
  }
  const {
    status = 200,
    type,
    body = '',
    location,
  } = typeof reply === 'string' || Buffer.isBuffer(reply) ? { body: reply } : reply;
  response.writeHead(status, {
    ...(type === undefined ? {} : { 'content-type': type }),
    ...(location === undefined ? {} : { location }),
  });
  response.end(body);
}

/** Never answers; the connection stays open until the web is closed. */
export const hang: Reply = () => {};

export function page(head: string): Reply {
  return {
    type: 'text/html; charset=utf-8',
    body: `<!doctype html><html><head>${head}</head><body></body></html>`,
  };
}
