/** A caller of the extraction API: an address, a key, and plain HTTP. */
import { stackEnv } from './stackEnv.ts';

export function api() {
  return `http://127.0.0.1:${stackEnv('PORT')}`;
}

export function images() {
  return `http://127.0.0.1:${stackEnv('IMAGE_PORT')}`;
}

export function secretKey() {
  return stackEnv('BOOTSTRAP_SECRET_KEY');
}

export function publishableKey() {
  return stackEnv('BOOTSTRAP_PUBLISHABLE_KEY');
}

export interface Answer<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: T;
}

interface CallOptions {
  method?: string;
  /** Null sends none. */
  key?: string | null;
  headers?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal;
}

/** One request to a path of the stack's API, or to a whole URL. An object is sent as JSON. */
export async function call<T = Record<string, unknown>>(path: string, options: CallOptions = {}): Promise<Answer<T>> {
  const { method = options.body === undefined ? 'GET' : 'POST', key = secretKey(), headers, body, signal } = options;
  const response = await fetch(path.startsWith('http') ? path : api() + path, {
    method,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && {
      body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
    }),
    ...(signal && { signal }),
  });
  const text = await response.text();
  const type = response.headers.get('content-type') ?? '';
  const isJson = type.includes('json') && !type.includes('ndjson');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

/** The credits that an account has used this month: the owner's, or the one of `key`, of the stack or the one at `base`. */
export async function creditsUsed({ key, base = api() }: { key?: string; base?: string } = {}): Promise<number> {
  return (await call<{ used: number }>(`${base}/v1/credits`, key === undefined ? {} : { key })).body.used;
}
