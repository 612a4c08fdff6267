import type { History } from '@temporalio/common/lib/proto-utils.js';
import proto from '@temporalio/proto';

const { History: Type } = proto.temporal.api.history.v1;

/** Leaves out what tells of the machine that recorded a history, none of which a replay looks at. */
function withoutMachine(name: string, value: unknown): unknown {
  if (name === 'stackTrace') return '';
  // `<process>@<host>`, also as the name of that worker's own queue.
  return typeof value === 'string' && /^\d+@[\w.-]+/.test(value) ? 'a-worker' : value;
}

/** Histories are kept as JSON, so that a difference can be read. */
export function historyToJson(history: History): string {
  return `${JSON.stringify(Type.toObject(Type.fromObject(history), { longs: String, bytes: String }), withoutMachine, 1)}\n`;
}

export function historyFromJson(text: string): History {
  return Type.fromObject(JSON.parse(text));
}
