import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Complete, HistoryItem } from './runtime.ts';

interface ChatRequest {
  messages: { role: 'system' | 'user' | 'assistant'; content: string }[];
  max_tokens?: number;
  max_completion_tokens?: number;
  response_format?: { type: string; json_schema?: { schema: unknown } };
  tools?: unknown;
}

export const modelName = 'smollm2-135m-instruct';
/** A model this small has nothing to say after that. */
const maxAnswerTokens = 700;

/** OpenAI's chat completions, as far as they are asked for here. */
export async function serveModel(complete: Complete, port = 0): Promise<{ address: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const disconnected = new AbortController();
    response.on('close', () => disconnected.abort());
    if (request.method === 'GET') {
      send(response, 200, { object: 'list', data: [{ id: modelName, object: 'model', owned_by: 'local' }] });
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    try {
      send(response, 200, await answer(complete, JSON.parse(Buffer.concat(chunks).toString()), disconnected.signal));
    } catch (error) {
      if (!disconnected.signal.aborted)
        send(response, 400, {
          error: { message: error instanceof Error ? error.message : String(error), type: 'invalid_request_error' },
        });
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  complete: Complete,
  { messages, response_format, tools, ...limits }: ChatRequest,
  signal: AbortSignal,
) {
  if (tools) throw new Error('tools are not supported');
  const last = messages.at(-1);
  const history = messages
    .slice(0, -1)
    .map(
      ({ role, content }): HistoryItem =>
        role === 'assistant' ? { type: 'model', response: [content] } : { type: role, text: content },
    );
  const {
    text,
    isCutOff: cutOff,
    promptTokens,
    completionTokens,
  } = await complete(history, last?.content ?? '', {
    schema: response_format?.json_schema && grammarSchema(response_format.json_schema.schema),
    isJson: response_format?.type === 'json_object',
    maxTokens: Math.min(maxAnswerTokens, limits.max_tokens ?? limits.max_completion_tokens ?? maxAnswerTokens),
    signal,
  });
  return {
    id: `local-${Date.now()}`,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model: modelName,
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: cutOff ? 'length' : 'stop' }],
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
    },
  };
}

/** Its grammars know `oneOf` where strict schemas say `anyOf`. Lists are kept short: it would fill them for ever. */
function grammarSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(grammarSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [key === 'anyOf' ? 'oneOf' : key, grammarSchema(value)]);
  const rewritten: Record<string, unknown> = Object.fromEntries(entries);
  return rewritten['type'] === 'array' ? { ...rewritten, maxItems: 20 } : rewritten;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
