import { randomUUID } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { isRecord } from '../../contracts/json/isRecord.ts';
import type { Logger } from '../../runtime/log.ts';
import { type LoggedOperation, type LoggedRequest, loggedOperations } from '../../storage/requests.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Context, Middleware } from '../http/context.ts';
import { subjectOf, withoutSecrets } from './withoutSecrets.ts';

/** How long an answered request waits for others that are written with it. */
const writeIntervalMs = 300;
/** Of one account in that time; what is beyond it is not logged. */
const maxWaitingPerAccount = 100;
/** Of all accounts: a database that is away must not fill the memory. */
const maxWaitingBytes = 8 * 1024 * 1024;
/** Longer bodies are not read again, and … */
const maxReadBytes = 64 * 1024;
/** … what is kept of one is at most this long, … */
const maxBodyBytes = 8 * 1024;
/** … and so are its address and its error. */
const maxTextLength = 2_000;
/** What a request without a body takes. */
const overheadBytes = 1_024;
/** An account's log is cut to its size once in so many requests. */
const trimEvery = 200;
const maxAccounts = 10_000;

/** What is known of a request when it is answered. */
interface Answered extends Omit<LoggedRequest, '_id' | 'subject' | 'body' | 'credits' | 'engine' | 'expiresAt'> {
  text: string;
  file?: string;
}

export type RequestLog = ReturnType<typeof createRequestLog>;

/**
 * Keeps the calls of scrape, extract, branding, map and parse for the dashboard. They are written in groups after they
 * were answered, so that no call is slower for it, or fails because the log cannot be written.
 */
export function createRequestLog(
  { requests, ledger, pages }: Pick<Storage, 'requests' | 'ledger' | 'pages'>,
  log: Logger,
) {
  let waiting: Answered[] = [];
  let waitingBytes = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  const untilTrim = new LRUCache<string, number>({ max: maxAccounts });

  async function write(group: readonly Answered[]): Promise<void> {
    const ids = group.flatMap(({ page }) => page ?? []);
    const [credits, engines] = await Promise.all([ledger.chargedFor(ids), pages.enginesOf(ids)]);
    const records: Omit<LoggedRequest, 'expiresAt'>[] = [];
    for (const each of group) {
      records.push({
        ...recordOf(each),
        credits: (each.page && credits.get(each.page)) || 0,
        ...engineOf(each, engines),
      });
      // The body of one may take 10 ms to read again, and a group of them would keep all other calls waiting.
      await yieldToEventLoop();
    }
    await requests.add(records);
    for (const account of new Set(group.map((each) => each.account))) {
      const left = (untilTrim.get(account) ?? 0) - group.length;
      untilTrim.set(account, left < 0 ? trimEvery : left);
      if (left < 0) await requests.trim(account);
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const group = waiting;
    waiting = [];
    waitingBytes = 0;
    if (group.length === 0) return writing;
    writing = writing
      .then(() => write(group))
      .catch((error) => log.warn({ err: error, requests: group.length }, 'could not write the log of requests'));
    return writing;
  }

  function add(answered: Answered): void {
    const size = overheadBytes + answered.text.length;
    const isFull =
      waitingBytes + size > maxWaitingBytes ||
      waiting.filter(({ account }) => account === answered.account).length >= maxWaitingPerAccount;
    if (isFull) return;
    waiting.push(answered);
    waitingBytes += size;
    timer ??= setTimeout(flush, writeIntervalMs);
  }

  /** Around the routes and what answers their errors. */
  const record: Middleware = async (ctx, next) => {
    const operation = operationOf(ctx);
    if (!operation) return next();
    const at = new Date();
    const startedAt = performance.now();
    try {
      return await next();
    } finally {
      const ms = Math.round(performance.now() - startedAt);
      const answered = answeredOf(ctx, { operation, at, ms });
      if (answered) add(answered);
    }
  };

  return {
    record,
    /** Resolves once the requests that were answered so far are written, or could not be. */
    written: flush,
  };
}

function operationOf({ method, path }: Pick<Context, 'method' | 'path'>): LoggedOperation | undefined {
  const name = method === 'POST' ? /^\/v[12]\/(\w+)$/.exec(path)?.[1] : undefined;
  // An extraction on /v2 is a job of many pages.
  return path === '/v2/extract' ? undefined : loggedOperations.find((each) => each === name);
}

/** Undefined if nobody knows whose request it is. */
function answeredOf(
  { path, status, body, state }: Context,
  answer: Pick<Answered, 'operation' | 'at' | 'ms'>,
): Answered | undefined {
  const { account, key, requestId, job, page = job, file, body: text = '' } = state;
  if (account === undefined || key === undefined) return undefined;
  const error = isRecord(body) && status >= 400 ? String(body['error']) : undefined;
  return {
    ...answer,
    account,
    key,
    requestId,
    path,
    status,
    text: text.length > maxReadBytes ? '' : text,
    ...(error && { error: error.slice(0, maxTextLength) }),
    ...(job && { job }),
    ...(page && { page }),
    ...(file && { file }),
  };
}

function recordOf({ text, file, ...answered }: Answered): Omit<LoggedRequest, 'credits' | 'engine' | 'expiresAt'> {
  const given = parsed(text);
  const body = JSON.stringify(withoutSecrets(given));
  const subject = file ?? (isRecord(given) && typeof given['url'] === 'string' ? subjectOf(given['url']) : undefined);
  return {
    _id: randomUUID(),
    ...answered,
    ...(subject && { subject: subject.slice(0, maxTextLength) }),
    ...(body && Buffer.byteLength(body) <= maxBodyBytes && { body }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What is not JSON cannot be told from a secret.
    return undefined;
  }
}

function engineOf({ operation, page, status }: Answered, engines: ReadonlyMap<string, 'http' | 'browser'>) {
  if (operation === 'branding') return status < 400 ? { engine: 'browser' as const } : {};
  const engine = page && engines.get(page);
  return engine ? { engine } : {};
}
