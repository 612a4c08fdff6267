import type OpenAI from 'openai';
import { Failure } from '../../../contracts/failures.ts';

const longestWaitMs = 60_000;

/** The request as such was not taken. */
export function isRefusedRequest({ status }: { status: number | undefined }): boolean {
  return status === 400 || status === 404 || status === 415 || status === 422 || status === 501;
}
/** It is about what the server is able to, not about this request. */
export function saysItCannot({ message }: Error): boolean {
  return /response_format|json_schema|json_object|structured|tool|function|grammar|not (?:supported|implemented)|unsupported|unknown|unrecognized|extra inputs|not permitted/i.test(
    message,
  );
}

/** A parameter that this model does not take. */
export function unsupportedParameter(error: InstanceType<typeof OpenAI.APIError>): string | undefined {
  if (error.status !== 400) return undefined;
  return ['temperature', 'max_tokens'].find(
    (name) =>
      error.param === name ||
      (error.message.includes(name) && /unsupported|not supported|only|instead/i.test(error.message)),
  );
}

/** What a server's error means for the caller; its own words stay here, since they may hold more than callers should see. */
export function asFailure(cause: InstanceType<typeof OpenAI.APIError>): Failure {
  const { status } = cause;
  if (status === 401 || status === 403 || status === 404)
    return new Failure(
      'ModelMisconfigured',
      "The language model's server does not accept our settings; the operator has to see to it.",
      { cause },
    );
  if (status === undefined || status === 408 || status === 409 || status === 429 || status >= 500)
    return new Failure(
      'ModelDown',
      status === 429
        ? 'The language model is busy; please try again later.'
        : 'The language model is not reachable just now; please try again later.',
      {
        cause,
        retryAfterMs: waitOf(cause),
      },
    );
  return new Failure(
    'ModelRefused',
    'The language model cannot take this request; a simpler schema or a shorter page may do.',
    { cause },
  );
}

function waitOf({ headers }: { headers: Headers | undefined }): number | undefined {
  const inMs = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  const said = headers?.get('retry-after');
  const ms = Number.isFinite(inMs)
    ? inMs
    : !said
      ? Number.NaN
      : /^\d+(?:\.\d+)?$/.test(said)
        ? Number(said) * 1000
        : Date.parse(said) - Date.now();
  return Number.isFinite(ms) ? Math.min(longestWaitMs, Math.max(0, ms)) : undefined;
}
