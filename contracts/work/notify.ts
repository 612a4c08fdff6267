/** The input of `warnOverage`: which account has passed its monthly image allowance, and when. */
export interface Overage {
  readonly account: string;
  /** `2026-11` */
  readonly month: string;
}
