/** The task queues, scaled one by one; workers/roles says what each is for and how much it takes on at once. */
export const queues = ['flow', 'fetch', 'browser', 'image', 'model'] as const;
export type Queue = (typeof queues)[number];

export function isQueue(name: string): name is Queue {
  return queues.some((queue) => queue === name);
}
export const queueNames = queues.join(', ');
