/** Messages between a worker and a process of its pool. */
export interface ToProcess {
  id: number;
  /** A function that the pool's module exports. */
  name: string;
  input: unknown;
}

/** `rss` is the process's memory after the task. */
export type FromProcess =
  | { ready: true }
  | { id: number; result: unknown; rss: number }
  | { id: number; problem: string; rss: number };
