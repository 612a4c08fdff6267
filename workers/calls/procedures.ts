import type { CalledQueue, Calls } from '../../contracts/work/calls.ts';

/** Does what a gateway asks for; `signal` aborts when it no longer waits. */
type Procedures<Queue extends CalledQueue> = {
  readonly [Name in keyof Calls[Queue]]: Calls[Queue][Name] extends { work: infer Work; answer: infer Answer }
    ? (work: Work, signal: AbortSignal) => Promise<Answer>
    : never;
};

/** What a role answers directly, and how many calls at once. */
export type RoleCalls = {
  [Queue in CalledQueue]: {
    readonly queue: Queue;
    readonly slots: number;
    readonly procedures: Procedures<Queue>;
  };
}[CalledQueue];
