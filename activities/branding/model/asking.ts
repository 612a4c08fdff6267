import type { Model } from '../../extract/model/client.ts';
import { readJson } from '../../extract/model/readJson.ts';
import type { Ask } from './choose.ts';

/** Asks the same model that extraction does. What is no JSON is no answer. */
export function askingModel(model: Model): Ask {
  return async (messages, schema, signal) => readJson((await model.ask(messages, schema, signal)).text)?.value;
}
