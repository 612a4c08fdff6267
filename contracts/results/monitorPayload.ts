import { type PageChange, pageChangeSchema } from './monitor.ts';
import { type PageItem, pageItemSchema } from './page.ts';

/** The body that the webhook of a monitor receives. */
export const monitorPayloadSchema = {
  type: 'object',
  properties: {
    success: { const: true },
    type: { const: 'monitor.page' },
    id: { type: 'string', description: 'The monitor.' },
    run: { type: 'string' },
    data: {
      type: 'array',
      items: {
        type: 'object',
        properties: { ...pageItemSchema.properties, ...pageChangeSchema.properties },
        required: pageChangeSchema.required,
      },
      description: 'One page: its change, and, unless it was removed, the formats that the monitor asks for.',
    },
    metadata: { type: 'object', description: 'What the webhook was created with.' },
  },
  required: ['success', 'type', 'id', 'run', 'data', 'metadata'],
} as const;

interface Reported {
  monitor: string;
  run: string;
  change: PageChange;
  /** As it is now, if it is there and still stored. */
  page?: PageItem | undefined;
  metadata?: object | undefined;
}

export function monitorPayload({ monitor, run, change, page, metadata = {} }: Reported) {
  return { success: true, type: 'monitor.page', id: monitor, run, data: [{ ...page, ...change }], metadata };
}
