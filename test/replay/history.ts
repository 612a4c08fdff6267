import type { Payload, PayloadCodec } from '@temporalio/common';
import type { History } from '@temporalio/common/lib/proto-utils.js';
import proto from '@temporalio/proto';

const { History: Type } = proto.temporal.api.history.v1;

/** Removes what identifies the recording machine. A replay reads none of it. */
function withoutMachine(name: string, value: unknown): unknown {
  if (name === 'stackTrace') return '';
  // `<pid>@<host>` is a worker's identity, and also the name of its sticky queue.
  return typeof value === 'string' && /^\d+@[\w.-]+/.test(value) ? 'a-worker' : value;
}

/** Histories are stored as JSON, so that a diff can be read. */
export function historyToJson(history: History): string {
  return `${JSON.stringify(Type.toObject(Type.fromObject(history), { longs: String, bytes: String }), withoutMachine, 1)}\n`;
}

/** Stored histories are readable, and a replay takes payloads in clear as it takes encrypted ones. */
export async function decryptHistory(history: History, codec: PayloadCodec): Promise<void> {
  for (const payload of payloadsIn(history)) Object.assign(payload, (await codec.decode([payload]))[0]);
}

function payloadsIn(value: unknown): Payload[] {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return [];
  return 'metadata' in value && 'data' in value ? [value as Payload] : Object.values(value).flatMap(payloadsIn);
}

export function historyFromJson(text: string): History {
  return Type.fromObject(JSON.parse(text));
}
