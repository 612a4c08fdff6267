import { text } from 'co-body';
import { Failure } from '../../contracts/failures.ts';
import type { Context } from './context.ts';

/** The request's body as text that is meant to be JSON. `maxBytes` is counted after decompression. */
export async function readJsonText(ctx: Context, maxBytes: number): Promise<string> {
  if (ctx.state.body !== undefined) return ctx.state.body;
  if (!ctx.is('json', '+json')) {
    throw new Failure('NotJson', 'Send the body as JSON, with the header Content-Type: application/json.');
  }
  try {
    const body = await text(ctx.req, { limit: maxBytes });
    ctx.state.body = body;
    return body;
  } catch (error) {
    const status = error instanceof Error && 'status' in error ? error.status : undefined;
    if (status === 413) throw new Failure('BodyTooLarge', `The body is larger than ${maxBytes / 1024 / 1024} MiB.`);
    if (status === 400 || status === 415)
      throw new Failure(
        'InvalidRequest',
        'The body could not be read: it was cut off, or its encoding is not what it says.',
      );
    throw error;
  }
}
