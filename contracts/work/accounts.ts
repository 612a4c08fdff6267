/** The input of `deleteAccount` and of its activities. */
export interface AccountWork {
  readonly account: string;
}
