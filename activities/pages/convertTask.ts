import { Failure, type FailureKind } from '../../contracts/failures.ts';
import { convertPage } from './convert.ts';
import type { ConvertedPage, ConvertInput } from './converted.ts';

/** A buffer arrives from another thread as plain bytes, and a `Failure` would arrive as a plain error. */
export type ConvertTask = Omit<ConvertInput, 'body'> & { body: Uint8Array };
export type ConvertOutcome = { page: ConvertedPage } | { failure: { kind: FailureKind; message: string } };

/** What a thread runs for each page. */
export async function convertTask({ body, ...rest }: ConvertTask): Promise<ConvertOutcome> {
  try {
    const page = await convertPage({ ...rest, body: Buffer.from(body.buffer, body.byteOffset, body.byteLength) });
    return { page };
  } catch (error) {
    if (error instanceof Failure) return { failure: { kind: error.kind, message: error.message } };
    throw error;
  }
}
