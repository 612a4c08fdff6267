import { text } from 'co-body';
import { Failure } from '../../contracts/failures.ts';
import { textOf } from './bodyText.ts';
import type { Context } from './context.ts';

/** Longer ones are decoded where they are parsed, on a thread: here, other requests would wait for every copy of 16 MB. */
const maxTextBytes = 64 * 1024;

/** Text if it is short, or else bytes, which belong to whoever reads the body. */
export type JsonBody = string | Buffer<ArrayBuffer>;

/** The request's body, which is meant to be JSON. `maxBytes` is counted after decompression. */
export async function readJsonBody(ctx: Context, maxBytes: number): Promise<JsonBody> {
  if (ctx.state.body !== undefined) return ctx.state.body;
  if (!ctx.is('json', '+json')) {
    throw new Failure('NotJson', 'Send the body as JSON, with the header Content-Type: application/json.');
  }
  try {
    // Without an encoding it returns bytes.
    const bytes: Buffer<ArrayBuffer> = await text(ctx.req, { limit: maxBytes, encoding: '' });
    if (bytes.length > maxTextBytes) return bytes;
    ctx.state.body = textOf(bytes);
    return ctx.state.body;
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

export async function readJsonText(ctx: Context, maxBytes: number): Promise<string> {
  return textOf(await readJsonBody(ctx, maxBytes));
}
