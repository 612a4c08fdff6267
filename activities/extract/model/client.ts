import OpenAI from 'openai';
import type { ChatCompletion, ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { Failure } from '../../../contracts/failures.ts';
import { outcomeOf, secondsSince } from '../../../runtime/metrics/outcome.ts';
import type { ModelCall } from '../../../runtime/metrics/work.ts';
import { type AnswerFormat, answerFormats, formatParameters } from './answerFormats.ts';
import { limitedFetch } from './limitedFetch.ts';
import { isCapabilityError, isRejectedRequest, toFailure, unsupportedParameter } from './serverErrors.ts';

export interface ModelSettings {
  apiKey: string;
  baseUrl: string;
  model: string;
  timeoutMs?: number;
  maxAnswerTokens?: number;
}

export interface Usage {
  calls: number;
  promptTokens: number;
  completionTokens: number;
}

export interface Answer {
  text: string;
  /** Whether the answer reached the token limit before its end. */
  isCutOff: boolean;
  usage: Usage;
}

export interface Model {
  ask(
    messages: ChatCompletionMessageParam[],
    schema: Record<string, unknown> | undefined,
    signal: AbortSignal,
    /** Called after each request to the server: one question may take several, and failed ones cost too. */
    onCall?: (call: ModelCall) => void,
  ): Promise<Answer>;
}

const noUsage: Usage = { calls: 0, promptTokens: 0, completionTokens: 0 };

/**
 * A client for servers with OpenAI's chat completions API. It learns which answer formats and parameters the server
 * accepts. It does not retry after a failure, since Temporal does, after the delay that the server asks for.
 */
export function createModel({
  apiKey,
  baseUrl,
  model,
  timeoutMs = 120_000,
  maxAnswerTokens = 8_192,
}: ModelSettings): Model {
  const client = new OpenAI({ apiKey, baseURL: baseUrl, maxRetries: 0, timeout: timeoutMs, fetch: limitedFetch });
  let supportedFormat: AnswerFormat = 'json_schema';
  const rejectedParameters = new Set<string>();

  async function callServer(
    format: AnswerFormat,
    messages: ChatCompletionMessageParam[],
    schema: Record<string, unknown> | undefined,
    signal: AbortSignal,
    onCall?: (call: ModelCall) => void,
  ): Promise<Answer> {
    const started = performance.now();
    const record = (outcome: ModelCall['outcome'], { promptTokens, completionTokens }: Usage) =>
      onCall?.({ outcome, promptTokens, completionTokens, seconds: secondsSince(started) });
    const request = {
      model,
      messages,
      ...(!rejectedParameters.has('temperature') && { temperature: 0 }),
      ...(rejectedParameters.has('max_tokens')
        ? { max_completion_tokens: maxAnswerTokens }
        : { max_tokens: maxAnswerTokens }),
      ...formatParameters(format, schema),
    };
    const completion = await client.chat.completions.create(request, { signal }).catch((error: unknown) => {
      record(outcomeOf(error instanceof OpenAI.APIError ? toFailure(error) : error, signal), noUsage);
      throw error;
    });
    const usage = usageOf(completion);
    const choice = completion.choices?.[0];
    const isRefused = Boolean(choice?.message?.refusal) || choice?.finish_reason === 'content_filter';
    record(isRefused ? 'ModelRefused' : 'ok', usage);
    if (isRefused) throw new Failure('ModelRefused', 'The language model declined to answer for this page.');
    const toolCall = choice?.message?.tool_calls?.find((each) => each.type === 'function');
    return {
      text: toolCall ? toolCall.function.arguments : (choice?.message?.content ?? ''),
      isCutOff: choice?.finish_reason === 'length',
      usage,
    };
  }

  return {
    async ask(messages, schema, signal, onCall) {
      let format = supportedFormat;
      for (;;) {
        try {
          return await callServer(format, messages, schema, signal, onCall);
        } catch (error) {
          signal.throwIfAborted();
          if (error instanceof Failure) throw error;
          if (!(error instanceof OpenAI.APIError))
            throw new Failure('ModelDown', "The language model's server gave an answer that cannot be read.", {
              cause: error,
            });
          const parameter = unsupportedParameter(error);
          if (parameter && !rejectedParameters.has(parameter)) {
            rejectedParameters.add(parameter);
            continue;
          }
          const fallback = answerFormats[answerFormats.indexOf(format) + 1];
          if (!isRejectedRequest(error) || fallback === undefined) throw toFailure(error);
          // Any other rejection may be about this request only, so the next one starts with the stricter format again.
          if (isCapabilityError(error)) supportedFormat = fallback;
          format = fallback;
        }
      }
    },
  };
}

function usageOf({ usage }: ChatCompletion): Usage {
  return { calls: 1, promptTokens: usage?.prompt_tokens ?? 0, completionTokens: usage?.completion_tokens ?? 0 };
}
