/** A server for OpenAI's chat completions API whose replies a test scripts. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '../support/loopback.ts';

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

/** What the server does with one request. */
export type Reply =
  | { content: string; finishReason?: string }
  | { refusal: string }
  | { toolArguments: string }
  | { status: number; error?: object; headers?: Record<string, string> }
  | { raw: string }
  | { hang: true };

/** The replies in order, the last of them to all further requests; or a function of the request and its number. */
export type Script = readonly Reply[] | ((request: ModelRequest, count: number) => Reply);

export interface ScriptedModel {
  /** The value for OPENAI_BASE_URL. */
  address: string;
  /** The requests since the script was set. */
  requests: ModelRequest[];
  setScript(script: Script): void;
  /** Requests whose connection the client closed before the reply. */
  readonly abortedRequests: number;
  close(): Promise<void>;
}

export function jsonReply(value: unknown): Reply {
  return { content: JSON.stringify(value) };
}

export async function startScriptedModel(script: Script = []): Promise<ScriptedModel> {
  let current = script;
  let count = 0;
  let aborted = 0;
  const requests: ModelRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const request: ModelRequest = {
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: JSON.parse(await text(incoming)),
    };
    requests.push(request);
    const reply = typeof current === 'function' ? current(request, count) : (current[count] ?? current.at(-1));
    count++;
    response.on('close', () => {
      if (!response.writableEnded) aborted++;
    });
    if (reply) sendReply(response, reply);
  });
  const { address, close } = await listenOnLoopback(server);
  return {
    address: `${address}/v1`,
    requests,
    setScript(next) {
      current = next;
      count = 0;
      requests.length = 0;
    },
    get abortedRequests() {
      return aborted;
    },
    close,
  };
}

function sendReply(response: ServerResponse, reply: Reply): void {
  if ('hang' in reply) return;
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
