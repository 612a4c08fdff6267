import { randomUUID } from 'node:crypto';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport as Transport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import { LRUCache } from 'lru-cache';
import { createEventStore } from './eventStore.ts';

const maxSessions = 500;
const maxSessionsPerOwner = 50;
const maxIdleMs = 60 * 60_000;
/** When a client whose stream was closed connects again. */
const retryIntervalMs = 1_000;

interface Session {
  /** Whose key has opened it; nobody else may use it. */
  owner: string;
  server: Server;
  transport: Transport;
}

interface Handled {
  response: Response;
  /** To be called when the response is sent, or its reader has gone. */
  release(): void;
}

export interface McpEndpoint {
  handle(request: Request, asked: { owner: string; body?: unknown; createServer: () => Server }): Promise<Handled>;
}

/**
 * MCP over streamable HTTP. A session lives in the memory of one gateway, for the sake of cancellation and of streams that
 * are resumed. Nothing depends on it: a request of a session that this gateway does not know is answered by itself.
 */
export function createMcpEndpoint(): McpEndpoint {
  const sessions = new LRUCache<string, Session>({
    max: maxSessions,
    ttl: maxIdleMs,
    updateAgeOnGet: true,
    dispose: ({ server }) => void server.close(),
  });

  function makeRoom(owner: string) {
    const own = [...sessions.rkeys()].filter((id) => sessions.peek(id)?.owner === owner);
    const [oldest] = own;
    if (oldest !== undefined && own.length >= maxSessionsPerOwner) sessions.delete(oldest);
  }

  async function open(owner: string, server: Server): Promise<Transport> {
    makeRoom(owner);
    const transport: Transport = new Transport({
      sessionIdGenerator: randomUUID,
      eventStore: createEventStore(),
      retryInterval: retryIntervalMs,
      onsessioninitialized: (id) => void sessions.set(id, { owner, server, transport }),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await server.connect(transport);
    return transport;
  }

  return {
    async handle(request, { owner, body, createServer }) {
      const options = body === undefined ? {} : { parsedBody: body };
      const id = request.headers.get('mcp-session-id') ?? '';
      const session = sessions.get(id);
      if (session && session.owner === owner)
        return { response: await session.transport.handleRequest(request, options), release: () => {} };
      if (isInitializeRequest(body)) {
        const transport = await open(owner, createServer());
        return { response: await transport.handleRequest(request, options), release: () => {} };
      }
      if (request.method !== 'POST') return { response: noSession(), release: () => {} };
      const server = createServer();
      const transport = new Transport({});
      await server.connect(transport);
      return { response: await transport.handleRequest(request, options), release: () => void server.close() };
    },
  };
}

/** The client opens another one. */
function noSession(): Response {
  const error = { code: -32_001, message: 'There is no such session; initialize another one.' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 });
}
