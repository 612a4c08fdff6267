import type { Middleware } from 'koa';
import type { OverageWatch } from '../accounts/overage.ts';
import type { ApiParts } from '../api/deps.ts';
import type { Assets } from './assets.ts';
import type { Sessions } from './session.ts';

/** What the dashboard is made from: what the API is made from, with a person in the place of a key. */
export interface DashboardDeps extends Omit<ApiParts, 'key' | 'turn'> {
  overage: Pick<OverageWatch, 'stand'>;
  /** So that a page shows the images that were answered before it. */
  countsWritten: () => Promise<void>;
  /** The same limits as for a key. */
  limit: Middleware;
  turn: Middleware;
}

export interface PageDeps extends DashboardDeps {
  sessions: Sessions;
  assets: Assets;
  /** Lets through who is signed in; everybody else is asked to. */
  requireSignIn: Middleware;
}
