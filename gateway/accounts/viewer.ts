import type { Account } from '../../storage/accounts.ts';
import type { ImageAllowance } from './overage.ts';

/** What the session cookie says. Without an account it is someone who has not signed in yet. */
export interface Session {
  /** Lasts from sign-in to sign-out; CSRF tokens belong to it. */
  id: string;
  account?: string;
  /** The account's `sessionEpoch` when the session began: a later epoch ends it. */
  epoch?: number;
  /** When the session began or was last renewed, in milliseconds. */
  at: number;
  /** When it began; absent in sessions of an earlier version. */
  since?: number;
}

/** Who looks at a dashboard page, and what every page shows of them. */
export interface Viewer {
  account: Account;
  session: Session;
  csrf: string;
  images: ImageAllowance;
}
