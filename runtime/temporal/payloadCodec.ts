import type { Payload, PayloadCodec } from '@temporalio/common';
import proto from '@temporalio/proto';
import type { Keyring } from '../secrets/keyring.ts';

const { Payload: PayloadType } = proto.temporal.api.common.v1;

/** Temporal's own name for encrypted payloads. */
const encrypted = Buffer.from('binary/encrypted');

/**
 * Encrypts what workflows and activities are given and return, so that Temporal stores no header and no password of a
 * caller. Payloads that an earlier version stored in clear are read as they are.
 */
export function createPayloadCodec(keyring: Keyring): PayloadCodec {
  return {
    encode: async (payloads) =>
      payloads.map((payload) => ({
        metadata: { encoding: encrypted },
        data: keyring.seal('temporal', PayloadType.encode(payload).finish()),
      })),
    decode: async (payloads) =>
      payloads.map((payload) =>
        isEncrypted(payload) ? PayloadType.decode(keyring.open('temporal', payload.data ?? new Uint8Array())) : payload,
      ),
  };
}

function isEncrypted({ metadata }: Payload): boolean {
  return encrypted.equals(metadata?.['encoding'] ?? new Uint8Array());
}
