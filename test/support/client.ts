/** What a caller has: an address, a key, and plain HTTP. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { eventually } from './eventually.ts';

function setting(name: string): string {
  const value = inject('env')[name];
  if (value === undefined) throw new Error(`the stack has no ${name}`);
  return value;
}

export function api() {
  return `http://127.0.0.1:${setting('PORT')}`;
}
export function images() {
  return `http://127.0.0.1:${setting('IMAGE_PORT')}`;
}
export function secretKey() {
  return setting('BOOTSTRAP_SECRET_KEY');
}
export function publishableKey() {
  return setting('BOOTSTRAP_PUBLISHABLE_KEY');
}
/** The fixture site by name; through the map it is reached as any site would be. */
export function site(path: string) {
  return `http://site.example${path}`;
}
export function siteAddress() {
  return setting('SITE');
}

export interface Answer<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: T;
}

interface Call {
  method?: string;
  key?: string | null;
  headers?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal;
}

/** One request; an object body is sent as JSON. */
export async function call<T = Record<string, unknown>>(path: string, request: Call = {}): Promise<Answer<T>> {
  const { method = request.body === undefined ? 'GET' : 'POST', key = secretKey(), headers, body, signal } = request;
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
  const json =
    response.headers.get('content-type')?.includes('json') && !response.headers.get('content-type')?.includes('ndjson');
  return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text };
}

/** How often the fixture site was asked for a path. */
export async function hits(path: string): Promise<number> {
  return Number(await (await fetch(`${siteAddress()}/hits?of=${encodeURIComponent(path)}`)).text());
}

/** How many requests the fixture site has not answered yet. */
export async function openRequests(): Promise<number> {
  return Number(await (await fetch(`${siteAddress()}/answering`)).text());
}

/** A part's processes, by the names of their files: a file itself may be gone before it is read. */
function pids(part: string): number[] {
  return readdirSync(join(setting('SIGHTREAD_HOME'), 'run'))
    .filter((name) => new RegExp(`^${part}-\\d+\\.json$`).test(name))
    .map((name) => Number.parseInt(name.slice(part.length + 1), 10));
}

/** A part's process, as soon as it has one: it may just be starting again. */
async function runningPid(part: string): Promise<number> {
  await eventually(`${part} runs`, () => pids(part).length > 0);
  return pids(part)[0] ?? runningPid(part);
}

/** Kills a part of the stack as an accident would; the supervisor starts it again. Gives the number of the process that is gone. */
export async function killProcess(part: string): Promise<number> {
  const pid = await runningPid(part);
  process.kill(pid, 'SIGKILL');
  await eventually(`${part} runs again`, () => pids(part).some((other) => other !== pid));
  return pid;
}

/** Stops a part in its tracks, as a network that is gone would; the returned function lets it go on. */
export async function pauseProcess(part: string): Promise<() => void> {
  const pid = await runningPid(part);
  process.kill(pid, 'SIGSTOP');
  return () => process.kill(pid, 'SIGCONT');
}
