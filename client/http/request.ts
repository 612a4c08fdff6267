import { ConnectionError, errorOf } from '../errors.ts';
import { retryDelayMs, sleep, untilAborted } from './backoff.ts';

/**
 * For one call, beside what it asks for.
 *
 * @example
 * ```ts
 * import type { CallOptions } from '@sightread/client';
 *
 * const patience: CallOptions = { signal: AbortSignal.timeout(30_000) };
 * console.log((await client.credits(patience)).used);
 * ```
 */
export interface CallOptions {
  /** Ends the call, and its retries. */
  signal?: AbortSignal;
  /** Recognizes a repeated request; made up for each call unless it is given. */
  idempotencyKey?: string;
}

export interface HttpOptions {
  /** The address of the extraction API. */
  url: string;
  key: string;
  maxRetries: number;
  timeoutMs: number;
  fetch: typeof fetch;
}

interface Asked extends CallOptions {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  body?: unknown;
  headers?: Record<string, string>;
  /** The answer comes in pieces for as long as there is something to say. */
  isStream?: boolean;
  /** Whether doing it twice is the same as doing it once: reads, and what the server recognizes by its idempotency key. */
  isRepeatable?: boolean;
}

export interface Http {
  json<T>(path: string, asked?: Asked): Promise<T>;
  /** The answer itself, whose body is yet to be read. */
  open(path: string, asked?: Asked): Promise<Response>;
}

/** The server said that it has not done it: it is busy, or something behind it is down. */
const refusedStatuses = [429, 503];
/** A proxy lost the answer; the server may have done it. */
const lostStatuses = [502, 504];

export function createHttp({ url, key, maxRetries, timeoutMs, fetch: send }: HttpOptions): Http {
  const base = url.replace(/\/+$/, '');

  async function attempt(path: string, { method = 'GET', body, headers, signal, isStream }: Asked): Promise<Response> {
    const signals = [signal, isStream ? undefined : AbortSignal.timeout(timeoutMs)].filter((each) => !!each);
    const response = await send(`${base}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signals.length > 0 && { signal: AbortSignal.any(signals) }),
    });
    if (!response.ok) throw await refusalOf(response);
    return response;
  }

  /** Tries until there is an answer that stays the same, or the retries are used up. */
  async function withRetries<T>(asked: Asked, run: () => Promise<T>): Promise<T> {
    const { method = 'GET', signal, isRepeatable = method === 'GET' } = asked;
    for (let retry = 0; ; retry += 1) {
      try {
        return await untilAborted(run(), signal);
      } catch (cause) {
        signal?.throwIfAborted();
        const error = asError(cause, base);
        if (retry >= maxRetries || !mayRetry(error, isRepeatable)) throw error;
        await sleep(retryDelayMs(retry, 'retryAfterSeconds' in error ? error.retryAfterSeconds : undefined), signal);
      }
    }
  }

  return {
    json<T>(path: string, { idempotencyKey, headers, ...asked }: Asked = {}): Promise<T> {
      const isPost = asked.method === 'POST';
      // The same key in every attempt: made before the first.
      const keyHeader = isPost ? { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() } : {};
      const sent = { ...asked, headers: { ...keyHeader, ...headers } };
      // The body is read inside of the attempt: a connection that breaks in the middle of it is tried again, too.
      return withRetries(sent, async () => (await attempt(path, sent)).json() as Promise<T>);
    },

    open: (path, asked = {}) => withRetries(asked, () => attempt(path, asked)),
  };
}

async function refusalOf(response: Response) {
  const text = await response.text();
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return errorOf(messageIn(text) ?? `The server answered ${response.status}.`, {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  });
}

function messageIn(text: string): string | undefined {
  try {
    const { error }: { error?: unknown } = JSON.parse(text);
    return typeof error === 'string' ? error : undefined;
  } catch {
    return undefined;
  }
}

type RequestError = ConnectionError | ReturnType<typeof errorOf>;

function asError(cause: unknown, base: string): RequestError {
  if (cause instanceof ConnectionError || isApiError(cause)) return cause;
  const words =
    cause instanceof Error && cause.name === 'TimeoutError' ? 'did not answer in time' : 'cannot be reached';
  return new ConnectionError(`${base} ${words}.`, { cause });
}

function isApiError(cause: unknown): cause is ReturnType<typeof errorOf> {
  return cause instanceof Error && 'status' in cause;
}

function mayRetry(error: RequestError, isRepeatable: boolean): boolean {
  if (isApiError(error))
    return refusedStatuses.includes(error.status) || (isRepeatable && lostStatuses.includes(error.status));
  return isRepeatable || wasNeverSent(error);
}

/** Nobody listens at the address, so nothing was done. */
function wasNeverSent({ cause }: ConnectionError): boolean {
  const codes = [cause, cause instanceof Error ? cause.cause : undefined].map((each) =>
    each instanceof Error && 'code' in each ? each.code : undefined,
  );
  return codes.some((code) => code === 'ECONNREFUSED' || code === 'ConnectionRefused' || code === 'ENOTFOUND');
}
