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

export function historyFromJson(text: string): History {
  return Type.fromObject(JSON.parse(text));
}
