import { Agent, type Dispatcher } from 'undici';
import { Failure } from '../../contracts/failures.ts';
import { type AnswerHead, type CallAnswer, heartbeatTimeoutMs } from '../../contracts/work/calls.ts';

/** Nobody answers at the address of a worker, so nothing has been done. */
export class WorkerGone extends Error {}

/** The worker has gone, or hangs. What it has done is not known. */
export class WorkerLost extends Error {
  constructor(
    /** It had begun to answer. */
    readonly wasTakenUp: boolean,
    options?: { cause: unknown },
  ) {
    super('a worker was lost', options);
  }
}

/** Of a connection that was never made. */
const connectErrors = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'UND_ERR_CONNECT_TIMEOUT'];

/** Above the number of calls that a worker takes at once, so that none waits here. */
const maxConnections = 2_000;
const newline = 0x0a;

/** Sends calls to workers over connections that stay open. */
export function createCallSender() {
  const agent = new Agent({
    connections: maxConnections,
    connect: { timeout: heartbeatTimeoutMs },
    headersTimeout: heartbeatTimeoutMs,
    bodyTimeout: heartbeatTimeoutMs,
    keepAliveTimeout: heartbeatTimeoutMs,
  });
  return {
    /** The worker's answer, or the `Failure` that it reports. */
    async send(
      url: URL,
      call: { body: Buffer; headers: Record<string, string>; signal: AbortSignal },
    ): Promise<CallAnswer> {
      const { status, content } = await exchange(agent, url, call);
      if (status !== 200) throw new Error(`a worker answered ${status} to ${url.pathname}`);
      return parse(content);
    },
    close: () => agent.close(),
  };
}

async function exchange(
  agent: Agent,
  url: URL,
  { body, headers, signal }: { body: Buffer; headers: Record<string, string>; signal: AbortSignal },
) {
  let wasTakenUp = false;
  try {
    const options: Dispatcher.RequestOptions = { origin: url.origin, path: url.pathname, method: 'POST' };
    const answer = await agent.request({ ...options, headers, body, signal });
    wasTakenUp = true;
    return { status: answer.statusCode, content: Buffer.from(await answer.body.arrayBuffer()) };
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof Error && 'code' in cause && connectErrors.includes(String(cause.code)))
      throw new WorkerGone('a worker is gone', { cause });
    throw new WorkerLost(wasTakenUp, { cause });
  }
}

function parse(answer: Buffer): CallAnswer {
  let start = 0;
  while (answer[start] === newline) start += 1;
  const end = answer.indexOf(newline, start);
  if (end < 0) throw new WorkerLost(true);
  const { value, failure, isFault }: AnswerHead = JSON.parse(answer.toString('utf8', start, end));
  if (failure) throw new Failure(failure.kind, failure.message);
  if (isFault) throw new Error('a worker failed; its log has the error');
  const content = answer.subarray(end + 1);
  return { value, ...(content.length > 0 && { content }) };
}
