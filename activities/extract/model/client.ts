import OpenAI from 'openai';
import type {
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { Failure } from '../../../contracts/failures.ts';
import { outcomeOf, secondsSince } from '../../../runtime/metrics/outcome.ts';
import type { ModelCall } from '../../../runtime/metrics/work.ts';
import { asFailure, isRefusedRequest, saysItCannot, unsupportedParameter } from './serverErrors.ts';

export interface ModelSettings {
  apiKey: string;
  baseUrl: string;
  model: string;
  /** A call that takes longer is given up. */
  timeoutMs?: number;
  mostAnswerTokens?: number;
}

export interface Usage {
  calls: number;
  promptTokens: number;
  completionTokens: number;
}

export interface Answer {
  text: string;
  /** It ended because there was no room for more. */
  cutOff: boolean;
  usage: Usage;
}

/** The ways of asking for JSON, the most binding first; which of them a server knows is found out once. */
const ways = ['json_schema', 'json_object', 'tool', 'text'] as const;
type Way = (typeof ways)[number];

export interface Model {
  ask(
    messages: ChatCompletionMessageParam[],
    schema: Record<string, unknown> | undefined,
    signal: AbortSignal,
    /** Told of each call of the server: one question may take several, and a refusal costs too. */
    onCall?: (call: ModelCall) => void,
  ): Promise<Answer>;
}

const nothing: Usage = { calls: 0, promptTokens: 0, completionTokens: 0 };
const toolName = 'answer';
const largestAnswerBytes = 8 * 1024 * 1024;

/** A server that speaks OpenAI's chat completions. Nothing is tried again here: Temporal does that, with the server's own wish. */
export function createModel({
  apiKey,
  baseUrl,
  model,
  timeoutMs = 120_000,
  mostAnswerTokens = 8_192,
}: ModelSettings): Model {
  const client = new OpenAI({ apiKey, baseURL: baseUrl, maxRetries: 0, timeout: timeoutMs, fetch: fetchLimited });
  let known: Way = 'json_schema';
  /** Parameters that this server or model has refused. */
  const unwanted = new Set<string>();

  const request = (
    way: Way,
    messages: ChatCompletionMessageParam[],
    schema: Record<string, unknown> | undefined,
  ): ChatCompletionCreateParamsNonStreaming => ({
    model,
    messages,
    ...(!unwanted.has('temperature') && { temperature: 0 }),
    ...(unwanted.has('max_tokens') ? { max_completion_tokens: mostAnswerTokens } : { max_tokens: mostAnswerTokens }),
    ...wayOfAsking(way, schema),
  });

  async function askIn(
    way: Way,
    messages: ChatCompletionMessageParam[],
    schema: Record<string, unknown> | undefined,
    signal: AbortSignal,
    onCall?: (call: ModelCall) => void,
  ): Promise<Answer> {
    const started = performance.now();
    const tell = (outcome: ModelCall['outcome'], { promptTokens, completionTokens }: Usage) =>
      onCall?.({ outcome, promptTokens, completionTokens, seconds: secondsSince(started) });
    const completion = await client.chat.completions
      .create(request(way, messages, schema), { signal })
      .catch((error: unknown) => {
        tell(outcomeOf(error instanceof OpenAI.APIError ? asFailure(error) : error, signal), nothing);
        throw error;
      });
    const usage = {
      calls: 1,
      promptTokens: completion.usage?.prompt_tokens ?? 0,
      completionTokens: completion.usage?.completion_tokens ?? 0,
    };
    const choice = completion.choices?.[0];
    const refused = Boolean(choice?.message?.refusal) || choice?.finish_reason === 'content_filter';
    tell(refused ? 'ModelRefused' : 'ok', usage);
    if (refused) throw new Failure('ModelRefused', 'The language model declined to answer for this page.');
    const call = choice?.message?.tool_calls?.find((each) => each.type === 'function');
    return {
      text: call ? call.function.arguments : (choice?.message?.content ?? ''),
      cutOff: choice?.finish_reason === 'length',
      usage,
    };
  }

  return {
    async ask(messages, schema, signal, onCall) {
      let way = known;
      for (;;) {
        try {
          const answer = await askIn(way, messages, schema, signal, onCall);
          return answer;
        } catch (error) {
          signal.throwIfAborted();
          if (error instanceof Failure) throw error;
          if (!(error instanceof OpenAI.APIError))
            throw new Failure('ModelDown', "The language model's server gave an answer that cannot be read.", {
              cause: error,
            });
          const parameter = unsupportedParameter(error);
          if (parameter && !unwanted.has(parameter)) {
            unwanted.add(parameter);
            continue;
          }
          const next = ways[ways.indexOf(way) + 1];
          if (!isRefusedRequest(error) || next === undefined) throw asFailure(error);
          // What it says about its own abilities holds for the next request too; another complaint may be about this one.
          if (saysItCannot(error)) known = next;
          way = next;
        }
      }
    },
  };
}

function wayOfAsking(way: Way, schema: Record<string, unknown> | undefined) {
  switch (way) {
    case 'json_schema':
      return schema
        ? { response_format: { type: 'json_schema' as const, json_schema: { name: toolName, strict: true, schema } } }
        : { response_format: { type: 'json_object' as const } };
    case 'json_object':
      return { response_format: { type: 'json_object' as const } };
    case 'tool':
      return {
        tools: [
          {
            type: 'function' as const,
            function: {
              name: toolName,
              description: 'Gives the extracted data.',
              parameters: schema ?? { type: 'object' },
            },
          },
        ],
        tool_choice: { type: 'function' as const, function: { name: toolName } },
      };
    case 'text':
      return {};
  }
}

/** An answer that never ends must not fill our memory. */
async function fetchLimited(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (!response.body) return response;
  let bytes = 0;
  const limited = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > largestAnswerBytes) controller.error(new Error('the answer is too large'));
        else controller.enqueue(chunk);
      },
    }),
  );
  const { status, statusText, headers } = response;
  return new Response(limited, { status, statusText, headers });
}
