import type { Operation } from '../prices.ts';
import type { WorkContext } from './context.ts';

/** Credits that an operation sets aside before it starts and settles when it ends. */
export interface Charge extends WorkContext {
  /** The operation's id: a retry finds its own reservation under it. */
  readonly id: string;
  readonly operation: Operation;
  readonly amount: number;
}
