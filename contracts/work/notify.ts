/** The input of `warnOverage`: which account has passed its monthly image allowance, and when. */
export interface Overage {
  readonly account: string;
  /** `2026-11` */
  readonly month: string;
}

/** The signal that wakes a job's deliveries: the job has ended, or an event is to be sent once more. */
export const wakeSignal = 'wake';
