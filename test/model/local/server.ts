import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Listening, listenOnLoopback } from '../../support/loopback.ts';
import type { Complete, HistoryItem } from './runtime.ts';

interface ChatRequest {
  messages: { role: 'system' | 'user' | 'assistant'; content: string }[];
  max_tokens?: number;
  max_completion_tokens?: number;
  response_format?: { type: string; json_schema?: { schema: unknown } };
  tools?: unknown;
}

export const modelName = 'smollm2-135m-instruct';
/** A model this small writes nothing useful after that. */
const maxAnswerTokens = 700;

/** The subset of OpenAI's chat completions API that extraction uses. */
export async function serveModel(complete: Complete, port = 0): Promise<Listening> {
  const server = createServer(async (request, response) => {
    const disconnected = new AbortController();
    response.on('close', () => disconnected.abort());
    if (request.method === 'GET') {
      send(response, 200, { object: 'list', data: [{ id: modelName, object: 'model', owned_by: 'local' }] });
      return;
    }
    const body = await text(request);
    try {
      send(response, 200, await answer(complete, JSON.parse(body), disconnected.signal));
    } catch (error) {
      if (!disconnected.signal.aborted)
        send(response, 400, {
          error: { message: error instanceof Error ? error.message : String(error), type: 'invalid_request_error' },
        });
    }
  });
  const { address, close } = await listenOnLoopback(server, port);
  return { address: `${address}/v1`, close };
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
    text: content,
    isCutOff,
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
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: isCutOff ? 'length' : 'stop' }],
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
    },
  };
}

/** The runtime's grammars support `oneOf`, not `anyOf`. Arrays are limited, because so small a model would never end one. */
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
