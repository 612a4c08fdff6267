import { createRequire } from 'node:module';
import type { DataConverter } from '@temporalio/common';
import type { Keyring } from '../secrets/keyring.ts';
import { createPayloadCodec } from './payloadCodec.ts';

/** Loaded by Temporal itself, by its path: in every process, and inside the sandbox of the workflows. */
export const failureConverterPath = createRequire(import.meta.url).resolve('../../contracts/work/failureConverter.cjs');

/** How every client and worker of ours writes to Temporal and reads from it. */
export function dataConverterWith(keyring: Keyring): DataConverter {
  return { payloadCodecs: [createPayloadCodec(keyring)], failureConverterPath };
}
