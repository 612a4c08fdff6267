import { Failure, type FailureKind } from '../../contracts/failures.ts';
import type { ConvertedPage, ConvertInput } from './conversion.ts';
import { convertPage } from './convert.ts';
import { packPage } from './packPage.ts';

/** The other task of these threads. */
export { readPageLinks } from './pageLinks.ts';

/** A `Buffer` arrives on the thread as a plain `Uint8Array`. */
export type ConvertTask = Omit<ConvertInput, 'body'> & { body: Uint8Array };
/** A `Failure` would lose its class on the way back from the thread. */
export type ConvertOutcome = { page: ConvertedPage } | { failure: { kind: FailureKind; message: string } };

/** Runs on a thread of the converter pool. */
export async function convertTask({ body, ...rest }: ConvertTask): Promise<ConvertOutcome> {
  try {
    const page = await convertPage({ ...rest, body: Buffer.from(body.buffer, body.byteOffset, body.byteLength) });
    return { page: rest.packing ? packPage(page, rest.packing) : page };
  } catch (error) {
    if (error instanceof Failure) return { failure: { kind: error.kind, message: error.message } };
    throw error;
  }
}
