import { urlSchema } from '../../../contracts/requests/url.ts';
import { maxTokens } from '../untrusted.ts';

/** Arguments that several tools have. */
export const url = { ...urlSchema, description: 'http or https, public.' };
export const tokens = {
  type: 'integer',
  minimum: 100,
  maximum: maxTokens,
  description: 'About how long the answer may be, in tokens; default 8000.',
};
export const offset = {
  type: 'integer',
  minimum: 0,
  description: 'Where to go on in a text that was cut: the number that the answer before named.',
};
export const job = { type: 'string', minLength: 1, maxLength: 100, description: 'The id of a job of crawl or batch.' };
export const waitSeconds = {
  type: 'integer',
  minimum: 0,
  maximum: 300,
  description: 'How long to wait for the end of the job before answering; default 45. It runs on anyway.',
};
