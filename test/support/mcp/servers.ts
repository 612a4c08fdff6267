import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';
import { createMcpEndpoint } from '../../../gateway/mcp/endpoint.ts';
import { createFixtureServer } from './fixtureServer.ts';

export interface LocalServer {
  url: string;
  close(): Promise<void>;
}

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => unknown): Promise<LocalServer> {
  const server = createServer((incoming, response) => void answer(incoming, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/mcp`,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

/** Our endpoint with the fixtures of the conformance suite behind it. */
export function startFixtureServer(): Promise<LocalServer> {
  const endpoint = createMcpEndpoint();
  return listen(async (incoming, response) => {
    const body = incoming.method === 'POST' ? await json(incoming) : undefined;
    const asked = new Request('http://localhost/mcp', { method: incoming.method ?? '', headers: headersOf(incoming) });
    const handled = await endpoint.handle(asked, { owner: 'tests', body, createServer: createFixtureServer });
    response.once('close', handled.release);
    response.writeHead(handled.response.status, Object.fromEntries(handled.response.headers));
    if (!handled.response.body) return response.end();
    Readable.fromWeb(handled.response.body as ReadableStream).pipe(response);
  });
}

/** Adds a key to what is sent to a server, for clients that have none. */
export function startKeyProxy(target: string, key: string): Promise<LocalServer> {
  return listen((incoming, response) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` };
    const outgoing = request(target, { method: incoming.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    response.once('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
}
