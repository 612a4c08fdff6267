/** The task queues, each scaled by itself; workers/roles says what each one does and how much at once. */
export const queues = ['flow', 'fetch', 'browser', 'image', 'model'] as const;
export type Queue = (typeof queues)[number];

export function isQueue(name: string): name is Queue {
  return queues.some((queue) => queue === name);
}
export const queueNames = queues.join(', ');
