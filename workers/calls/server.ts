import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Failure } from '../../contracts/failures.ts';
import {
  type AnswerHead,
  type CallAnswer,
  callPath,
  heartbeatIntervalMs,
  heartbeatTimeoutMs,
} from '../../contracts/work/calls.ts';
import { notTakenUp, takeUpTimeoutMs } from '../../contracts/work/takeUp.ts';
import { closeServer } from '../../runtime/closeServer.ts';
import type { Logger } from '../../runtime/log.ts';
import type { Outcome, WorkMetrics } from '../../runtime/metrics/work.ts';
import { CannotOpen, type Keyring } from '../../runtime/secrets/keyring.ts';
import type { Tracing } from '../../runtime/tracing/tracing.ts';
import { boundedMessage } from '../historyBoundary.ts';
import { observed, workContext } from '../observed.ts';
import { createFairSlots, type FairSlots } from './fairSlots.ts';
import type { RoleCalls } from './procedures.ts';

interface Deps {
  roles: readonly RoleCalls[];
  keyring: Keyring;
  host: string;
  port: number;
  log: Logger;
  metrics: Pick<WorkMetrics, 'activityDone'>;
  tracing: Tracing;
}

interface Served {
  queue: string;
  name: string;
  slots: FairSlots;
  run(work: unknown, signal: AbortSignal): Promise<CallAnswer>;
}

/** More than any request that a gateway lets in. */
const maxBodyBytes = 16 * 1024 * 1024;

/**
 * Answers the calls of gateways. A call is sealed with the keys that only our own processes have, so whoever else reaches
 * the port can have nothing done.
 */
export async function serveCalls(deps: Deps) {
  const { host, port, roles } = deps;
  const served = new Map<string, Served>();
  for (const { queue, slots, procedures } of roles) {
    const fairSlots = createFairSlots(slots);
    for (const [name, run] of Object.entries(procedures)) {
      served.set(callPath(queue, name), { queue, name, slots: fairSlots, run });
    }
  }
  const server = createServer({ keepAliveTimeout: 2 * heartbeatTimeoutMs }, (request, response) => {
    const procedure = served.get(request.url ?? '');
    if (!procedure || request.method !== 'POST') response.writeHead(404).end();
    else void answerCall(procedure, request, response, deps);
  });
  await listening(server, host, port);
  const { port: actualPort } = server.address() as AddressInfo;
  return {
    port: actualPort,
    /** Lets running calls finish within the grace time; then their gateways ask other workers. */
    close: (graceMs: number) => closeServer(server, graceMs),
  };
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function answerCall(procedure: Served, request: IncomingMessage, response: ServerResponse, deps: Deps) {
  const leaving = new AbortController();
  response.once('close', () => leaving.abort(new Error('the gateway no longer waits')));
  const work = await readWork(request, deps.keyring).catch((error: unknown) => error);
  if (work instanceof Error) {
    deps.log.warn({ err: work, from: request.socket.remoteAddress }, 'a call was refused');
    response.writeHead(work instanceof CannotOpen ? 403 : 400).end();
    return;
  }
  // The headers with the first of them: a call is mostly done before.
  const heartbeat = setInterval(() => response.write('\n'), heartbeatIntervalMs);
  try {
    const { value, content } = await deps.tracing.request(request.headers, (describe) => {
      describe(`call ${procedure.name}`, { 'sightread.queue': procedure.queue });
      return runCall(procedure, work, leaving.signal, deps);
    });
    end(response, { value }, content);
  } catch (error) {
    end(response, headOf(error));
  } finally {
    clearInterval(heartbeat);
  }
}

async function readWork(request: IncomingMessage, keyring: Keyring): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) throw new Error('the body of a call is too long');
    chunks.push(chunk);
  }
  return JSON.parse(keyring.open('calls', Buffer.concat(chunks), request.url).toString());
}

async function runCall(procedure: Served, work: unknown, signal: AbortSignal, { log, metrics }: Deps) {
  const { queue, name, slots, run } = procedure;
  const line = log.child({ call: name, queue, ...workContext(work) });
  const arrived = performance.now();
  const release = await acquireInTime(slots, workContext(work).account ?? '', signal);
  const waitedSeconds = (performance.now() - arrived) / 1_000;
  const tell = (outcome: Outcome, seconds: number) =>
    metrics.activityDone({ activity: name, queue, outcome, seconds, waitedSeconds });
  try {
    return await observed({ what: 'call', line, signal, tell }, () => run(work, signal));
  } finally {
    release();
  }
}

async function acquireInTime(slots: FairSlots, account: string, signal: AbortSignal): Promise<() => void> {
  const timeout = AbortSignal.timeout(takeUpTimeoutMs);
  try {
    return await slots.acquire(account, AbortSignal.any([signal, timeout]));
  } catch (error) {
    throw timeout.aborted ? new Failure('DependencyDown', notTakenUp) : error;
  }
}

function headOf(error: unknown): AnswerHead {
  if (!(error instanceof Failure)) return { isFault: true };
  return { failure: { kind: error.kind, message: boundedMessage(error.message) } };
}

function end(response: ServerResponse, head: AnswerHead, content?: Buffer): void {
  response.write(`${JSON.stringify(head)}\n`);
  response.end(content);
}
