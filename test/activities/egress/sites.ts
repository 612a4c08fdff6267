import http from 'node:http';
import net from 'node:net';
import { onTestFinished } from 'vitest';
import { createFetcher, type Fetcher, type FetcherDeps } from '../../../activities/egress/fetch.ts';
import { type EgressRules, parseEgressAllow, parseEgressMap } from '../../../contracts/egress/rules.ts';
import { Failure } from '../../../contracts/failures.ts';

// Sites on loopback and a fetcher that is allowed to reach them. All of them close when the test ends.

export const loopback: EgressRules = { allow: parseEgressAllow('127.0.0.1/32'), map: [] };

export function fetcher(deps: Partial<FetcherDeps> = {}): Fetcher {
  const created = createFetcher({ rules: loopback, userAgent: 'sightread-test', ...deps });
  onTestFinished(created.close);
  return created;
}

export function mapping(map: string): EgressRules {
  return { ...loopback, map: parseEgressMap(map) };
}

/** Resolves every name to loopback. */
export async function allLoopback() {
  return [{ address: '127.0.0.1', family: 4 }];
}

export async function listen(server: net.Server): Promise<number> {
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket: net.Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return address.port;
}

export interface Site {
  url: string;
  port: number;
  requests: http.IncomingMessage[];
  connections: net.Socket[];
}

export async function site(answer: http.RequestListener): Promise<Site> {
  const requests: http.IncomingMessage[] = [];
  const connections: net.Socket[] = [];
  const server = http.createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  server.on('connection', (socket) => connections.push(socket));
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}`, port, requests, connections };
}

/** A site that controls every byte: `talk` gets each socket when its first request arrives. */
export async function rawSite(
  talk: (socket: net.Socket, connection: number) => void,
): Promise<{ url: string; port: number }> {
  let connections = 0;
  const server = net.createServer((socket) => {
    connections += 1;
    const connection = connections;
    socket.once('data', () => talk(socket, connection));
  });
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}`, port };
}

/** What a promise was rejected with, as `Kind: message`. */
export async function failureOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Failure) return `${error.kind}: ${error.message}`;
    throw error;
  }
  return 'no failure';
}
