import type OpenAI from 'openai';
import { Failure } from '../../../contracts/failures.ts';

const maxRetryAfterMs = 60_000;

/** The server rejects the request itself, so the same request would fail again. */
export function isRejectedRequest({ status }: { status: number | undefined }): boolean {
  return status === 400 || status === 404 || status === 415 || status === 422 || status === 501;
}
/** The error is about a feature that the server lacks, so it concerns the next requests too. */
export function isCapabilityError({ message }: Error): boolean {
  return /response_format|json_schema|json_object|structured|tool|function|grammar|not (?:supported|implemented)|unsupported|unknown|unrecognized|extra inputs|not permitted/i.test(
    message,
  );
}

/** The name of the parameter that this model does not accept. */
export function unsupportedParameter(error: InstanceType<typeof OpenAI.APIError>): string | undefined {
  if (error.status !== 400) return undefined;
  return ['temperature', 'max_tokens'].find(
    (name) =>
      error.param === name ||
      (error.message.includes(name) && /unsupported|not supported|only|instead/i.test(error.message)),
  );
}

/** The failure for the caller. The server's own message is only its cause, because it may contain secrets. */
export function toFailure(cause: InstanceType<typeof OpenAI.APIError>): Failure {
  const { status } = cause;
  if (status === 401 || status === 403 || status === 404)
    return new Failure(
      'ModelMisconfigured',
      "The language model's server does not accept our settings; the operator has to correct them.",
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
        retryAfterMs: retryAfterOf(cause),
      },
    );
  return new Failure(
    'ModelRefused',
    'The language model cannot process this request; a simpler schema or a shorter page may help.',
    { cause },
  );
}

function retryAfterOf({ headers }: { headers: Headers | undefined }): number | undefined {
  const inMs = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  const retryAfter = headers?.get('retry-after');
  const ms = Number.isFinite(inMs)
    ? inMs
    : !retryAfter
      ? Number.NaN
      : /^\d+(?:\.\d+)?$/.test(retryAfter)
        ? Number(retryAfter) * 1000
        : Date.parse(retryAfter) - Date.now();
  return Number.isFinite(ms) ? Math.min(maxRetryAfterMs, Math.max(0, ms)) : undefined;
}
