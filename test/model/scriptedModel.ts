/** A server that speaks OpenAI's chat completions and says what a test tells it to. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ModelRequest {
  path: string;
  headers: IncomingMessage['headers'];
  body: {
    model: string;
    messages: { role: string; content: string }[];
    temperature?: number;
    max_tokens?: number;
    max_completion_tokens?: number;
    response_format?: { type: string; json_schema?: { strict: boolean; schema: Record<string, unknown> } };
    tools?: { function: { name: string; parameters: Record<string, unknown> } }[];
  };
}

/** What the server does with one request; undefined leaves it waiting. */
export type Reply =
  | { content: string; finishReason?: string }
  | { refusal: string }
  | { toolArguments: string }
  | { status: number; error?: object; headers?: Record<string, string> }
  | { raw: string }
  | { hang: true };

export type Script = readonly Reply[] | ((requests: ModelRequest, count: number) => Reply);

export interface ScriptedModel {
  /** To be given as OPENAI_BASE_URL. */
  address: string;
  requests: ModelRequest[];
  setScript(script: Script): void;
  /** Requests that were given up by whoever made them. */
  readonly abortedRequests: number;
  close(): Promise<void>;
}

export function jsonReply(value: unknown): Reply {
  return { content: JSON.stringify(value) };
}

export async function startScriptedModel(script: Script = []): Promise<ScriptedModel> {
  let current = script;
  let count = 0;
  let abandoned = 0;
  const asked: ModelRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const one: ModelRequest = {
      path: request.url ?? '',
      headers: request.headers,
      body: JSON.parse(Buffer.concat(chunks).toString()),
    };
    asked.push(one);
    const reply = typeof current === 'function' ? current(one, count) : (current[count] ?? current.at(-1));
    count++;
    response.on('close', () => {
      if (!response.writableEnded) abandoned++;
    });
    if (reply) sendReply(response, reply);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: asked,
    setScript(next) {
      current = next;
      count = 0;
      asked.length = 0;
    },
    get abortedRequests() {
      return abandoned;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function sendReply(response: ServerResponse, reply: Reply): void {
  if ('wait' in reply) return;
  if ('raw' in reply) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(reply.raw);
    return;
  }
  if ('status' in reply) {
    const error = reply.error ?? { message: `status ${reply.status}`, type: 'error', param: null, code: null };
    response
      .writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
      .end(JSON.stringify({ error }));
    return;
  }
  const message =
    'refusal' in reply
      ? { role: 'assistant', content: null, refusal: reply.refusal }
      : 'toolArguments' in reply
        ? {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'c1', type: 'function', function: { name: 'answer', arguments: reply.toolArguments } }],
          }
        : { role: 'assistant', content: reply.content };
  const finish = 'content' in reply ? (reply.finishReason ?? 'stop') : 'toolArguments' in reply ? 'tool_calls' : 'stop';
  const body = {
    id: 'c',
    object: 'chat.completion',
    created: 0,
    model: 'scripted',
    choices: [{ index: 0, message, finish_reason: finish }],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
  };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
