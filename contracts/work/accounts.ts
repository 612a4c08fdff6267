/** The input of `deleteAccount` and of its activities. */
export interface AccountWork {
  readonly account: string;
  /** How long the deletion waits before it removes everything once more; absent in the work of earlier versions. */
  readonly recheckDelayMs?: number;
}
