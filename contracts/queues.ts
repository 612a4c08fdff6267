/** The task queues, scaled one by one: what each is for decides how many slots its workers get (workers/slots.ts). */
export const queues = ['flow', 'fetch', 'browser', 'image', 'model'] as const;
export type Queue = (typeof queues)[number];

export const isQueue = (name: string): name is Queue => queues.some((queue) => queue === name);
