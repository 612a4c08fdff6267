/** What the server said about a request that it did not carry out. */
interface Refusal {
  status: number;
  requestId?: string | undefined;
  /** Seconds after which the server wants to be asked again. */
  retryAfterSeconds?: number | undefined;
}

/**
 * Whatever goes wrong is one of these, or of the classes below.
 *
 * @example
 * ```ts
 * import { SightreadError } from '@sightread/client';
 *
 * try {
 *   await client.scrape('https://example.com/gone');
 * } catch (error) {
 *   if (error instanceof SightreadError) console.log(error.message);
 * }
 * ```
 */
export class SightreadError extends Error {
  override name = 'SightreadError';
}

/**
 * The server was not reached, or the connection broke, also after all retries.
 *
 * @example
 * ```ts
 * import { ConnectionError, Sightread } from '@sightread/client';
 *
 * const nobody = new Sightread({ key: 'sr_…', url: 'http://127.0.0.1:9', maxRetries: 0 });
 * await nobody.credits().catch((error) => console.log(error instanceof ConnectionError)); // true
 * ```
 */
export class ConnectionError extends SightreadError {
  override name = 'ConnectionError';
}

/**
 * The server has answered with an error.
 *
 * @example
 * ```ts
 * import { ApiError } from '@sightread/client';
 *
 * await client.scrape('ftp://example.com').catch((error) => {
 *   if (error instanceof ApiError) console.log(error.status, error.requestId); // 400, and what to quote to the operator
 * });
 * ```
 */
export class ApiError extends SightreadError {
  override name = 'ApiError';
  /** The HTTP status. */
  readonly status: number;
  /** What the server calls this request in its log. */
  readonly requestId: string | undefined;
  /** Seconds after which the server wants to be asked again. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, { status, requestId, retryAfterSeconds }: Refusal) {
    super(message);
    this.status = status;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * 400: the request is wrong, and the message names the field.
 *
 * @example
 * ```ts
 * import { InvalidRequestError } from '@sightread/client';
 *
 * await client.scrape('ftp://example.com').catch((error) => console.log(error instanceof InvalidRequestError)); // true
 * ```
 */
export class InvalidRequestError extends ApiError {
  override name = 'InvalidRequestError';
}
/**
 * 401: the key is missing, unknown or deleted.
 *
 * @example
 * ```ts
 * import { AuthenticationError, Sightread } from '@sightread/client';
 *
 * const stranger = new Sightread({ key: 'sr_unknown', url: process.env.SIGHTREAD_URL ?? '' });
 * await stranger.credits().catch((error) => console.log(error instanceof AuthenticationError)); // true
 * ```
 */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError';
}
/**
 * 402: the remaining credits do not cover the call.
 *
 * @example
 * ```ts
 * import { NotEnoughCreditsError } from '@sightread/client';
 *
 * await client.batch(['https://example.com/a']).catch((error) => {
 *   if (error instanceof NotEnoughCreditsError) console.log('Wait until', 'the first of the month.');
 * });
 * ```
 */
export class NotEnoughCreditsError extends ApiError {
  override name = 'NotEnoughCreditsError';
}
/**
 * 404: there is no such job or monitor, or it has expired.
 *
 * @example
 * ```ts
 * import { NotFoundError } from '@sightread/client';
 *
 * await client.job('expired').status().catch((error) => console.log(error instanceof NotFoundError)); // true
 * ```
 */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError';
}
/**
 * 409: an idempotency key was used with another body, or the job is in the wrong state.
 *
 * @example
 * ```ts
 * import { ConflictError } from '@sightread/client';
 *
 * const job = await client.batch(['https://example.com/a']);
 * await job.wait();
 * await job.cancel().catch((error) => console.log(error instanceof ConflictError)); // true
 * ```
 */
export class ConflictError extends ApiError {
  override name = 'ConflictError';
}
/**
 * 422: the page could not be read, or has no data that satisfies the schema.
 *
 * @example
 * ```ts
 * import { PageError } from '@sightread/client';
 *
 * await client.scrape('https://example.com/gone').catch((error) => console.log(error instanceof PageError)); // true
 * ```
 */
export class PageError extends ApiError {
  override name = 'PageError';
}
/**
 * 429: more requests, or more at a time, than the plan allows, also after all retries.
 *
 * @example
 * ```ts
 * import { RateLimitError } from '@sightread/client';
 *
 * await client.scrape('https://example.com/a').catch((error) => {
 *   if (error instanceof RateLimitError) console.log(`again in ${error.retryAfterSeconds} s`);
 * });
 * ```
 */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError';
}
/**
 * 500 and above: a fault of the server, also after all retries.
 *
 * @example
 * ```ts
 * import { ServerError } from '@sightread/client';
 *
 * await client.scrape('https://example.com/a').catch((error) => {
 *   if (error instanceof ServerError) console.log(`please look into request ${error.requestId}`);
 * });
 * ```
 */
export class ServerError extends ApiError {
  override name = 'ServerError';
}

/**
 * The data that came back does not pass the schema it was asked for with: a check that JSON Schema cannot express.
 *
 * @example
 * ```ts
 * import { DataError } from '@sightread/client';
 *
 * const strict = z.object({ name: z.string().refine((name) => name.length > 1_000, 'is too short') });
 * await client.extract('https://example.com/product', { schema: strict }).catch((error) => {
 *   if (error instanceof DataError) console.log(error.message); // name: is too short
 * });
 * ```
 */
export class DataError extends SightreadError {
  override name = 'DataError';
}

/**
 * A webhook event that is not from Sightread, or is too old to be trusted.
 *
 * @example
 * ```ts
 * import { verifyWebhook, WebhookError } from '@sightread/client';
 *
 * const forged = { body: '{}', signature: 't=1,v1=00', secret: 'whsec' };
 * await verifyWebhook(forged).catch((error) => console.log(error instanceof WebhookError)); // true
 * ```
 */
export class WebhookError extends SightreadError {
  override name = 'WebhookError';
}

const byStatus: Readonly<Record<number, typeof ApiError>> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  402: NotEnoughCreditsError,
  404: NotFoundError,
  409: ConflictError,
  422: PageError,
  429: RateLimitError,
};

/** The error for an answer that is not 2xx. */
export function errorOf(message: string, refusal: Refusal): ApiError {
  const Class = byStatus[refusal.status] ?? (refusal.status >= 500 ? ServerError : ApiError);
  return new Class(message, refusal);
}
