import type { History } from '@temporalio/common/lib/proto-utils.js';
import proto from '@temporalio/proto';

const { History: Type } = proto.temporal.api.history.v1;

/** Histories are kept as JSON, so that a difference can be read. */
export const historyToJson = (history: History): string =>
  `${JSON.stringify(Type.toObject(Type.fromObject(history), { longs: String, bytes: String }), null, 1)}\n`;

export const historyFromJson = (text: string): History => Type.fromObject(JSON.parse(text));
