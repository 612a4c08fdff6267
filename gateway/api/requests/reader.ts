import { Failure } from '../../../contracts/failures.ts';
import { createThreadPool, ThreadTerminated } from '../../../runtime/threads/pool.ts';
import { type JsonBody, readJsonBody } from '../../http/body.ts';
import type { Context } from '../../http/context.ts';
import { type Idempotency, idempotencyKeyOf } from '../idempotency.ts';
import { type CheckOutcome, type CheckTask, checkRequest } from './checkRequest.ts';
import { type RequestKind, type Requests, requestKinds } from './requests.ts';

/** Nothing this short takes longer than a few milliseconds to check; sending it to a thread would. */
const maxInlineLength = 4 * 1024;
const threads = 2;
/** Many times what the largest valid body takes. */
const timeoutMs = 5_000;
const memoryLimitMb = 256;

interface ReadRequest<Kind extends RequestKind> {
  request: Requests[Kind];
  /** If the caller sent an Idempotency-Key. */
  idempotency?: Idempotency;
}

interface ReadTask<Kind extends RequestKind> extends CheckTask<Kind> {
  body: JsonBody;
}

export interface RequestReader {
  /** The request's body, checked and with its defaults. Whatever is in it, other requests are answered meanwhile. */
  read<Kind extends RequestKind>(ctx: Context, kind: Kind): Promise<ReadRequest<Kind>>;
  close(): Promise<void>;
}

export function openRequestReader(): RequestReader {
  const task = new URL(`./checkRequest${import.meta.url.slice(-3)}`, import.meta.url);
  const pool = createThreadPool({ task, threads, timeoutMs, memoryLimitMb });

  async function check<Kind extends RequestKind>(input: ReadTask<Kind>): Promise<CheckOutcome<Kind>> {
    const { body } = input;
    if (body.length <= maxInlineLength) return checkRequest(input);
    try {
      return await pool.run('checkRequest', input, { transfer: typeof body === 'string' ? [] : [body.buffer] });
    } catch (error) {
      if (!(error instanceof ThreadTerminated)) throw error;
      return { problem: 'The body takes too long to check; a simpler one may help.' };
    }
  }

  return {
    async read(ctx, kind) {
      const key = idempotencyKeyOf(ctx);
      const body = await readJsonBody(ctx, requestKinds[kind].maxBytes);
      const { translation } = ctx.state;
      const outcome = await check({ kind, body, withDigest: key !== undefined, ...(translation && { translation }) });
      if ('problem' in outcome) throw new Failure('InvalidRequest', outcome.problem);
      const { request, digest } = outcome;
      return { request, ...(key !== undefined && digest !== undefined && { idempotency: { key, body: digest } }) };
    },
    close: () => pool.close(),
  };
}
