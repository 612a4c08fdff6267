import type { OverageWatch } from '../accounts/overage.ts';
import type { ApiParts } from '../api/deps.ts';
import type { Middleware } from '../http/context.ts';
import type { Assets } from './assets.ts';
import type { Sessions } from './session.ts';

/** Like the dependencies of the API, but requests come from a signed-in person instead of a key. */
export interface DashboardDeps extends Omit<ApiParts, 'key' | 'turn'> {
  overage: Pick<OverageWatch, 'stand'>;
  /** Resolves once all image requests answered so far are in the database, so that a page shows them. */
  countsWritten: () => Promise<void>;
  /** The rate limit, the same as for a key. */
  limit: Middleware;
  turn: Middleware;
}

export interface PageDeps extends DashboardDeps {
  sessions: Sessions;
  assets: Assets;
  /** Lets signed-in people through and sends everyone else to the sign-in page. */
  requireSignIn: Middleware;
}
