import type { Model } from '../../extract/model/client.ts';
import { readJson } from '../../extract/model/readJson.ts';
import type { Message } from './prompt.ts';

/** Asks a language model for JSON that matches a schema. The answer may not match it. */
export type AskModel = (messages: Message[], schema: Record<string, unknown>, signal: AbortSignal) => Promise<unknown>;

/** Asks the model that extraction uses. An answer that is not JSON becomes undefined. */
export function createAskModel(model: Model): AskModel {
  return async (messages, schema, signal) => readJson((await model.ask(messages, schema, signal)).text)?.value;
}
