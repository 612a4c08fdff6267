import { json } from 'co-body';
import { Failure } from '../../contracts/failures.ts';
import type { Context } from './context.ts';
import { isDeeperThan } from './jsonDepth.ts';

/** Far above any body that makes sense, and far below the depth at which recursion overflows the stack. */
const maxDepth = 200;

/** The request's body as JSON. `maxBytes` is counted after decompression. */
export async function readJson(ctx: Context, maxBytes: number): Promise<unknown> {
  if (ctx.state.body !== undefined) return ctx.state.body;
  if (!ctx.is('json', '+json')) {
    throw new Failure('NotJson', 'Send the body as JSON, with the header Content-Type: application/json.');
  }
  try {
    const body: unknown = await json(ctx.req, { limit: maxBytes, strict: false });
    if (isDeeperThan(body, maxDepth))
      throw new Failure('InvalidRequest', `The body is nested deeper than ${maxDepth} levels.`);
    return body;
  } catch (error) {
    if (error instanceof Failure) throw error;
    const status = error instanceof Error && 'status' in error ? error.status : undefined;
    if (status === 413) throw new Failure('BodyTooLarge', `The body is larger than ${maxBytes / 1024 / 1024} MiB.`);
    if (error instanceof SyntaxError)
      throw new Failure('InvalidRequest', `The body is not valid JSON: ${error.message}.`);
    if (status === 400 || status === 415)
      throw new Failure(
        'InvalidRequest',
        'The body could not be read: it was cut off, or its encoding is not what it says.',
      );
    throw error;
  }
}
