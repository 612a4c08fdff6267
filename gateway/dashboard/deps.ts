import type Router from '@koa/router';
import type { OverageWatch } from '../accounts/overage.ts';
import type { ApiDeps } from '../api/deps.ts';
import type { Middleware, RequestState, RouteMatch } from '../http/context.ts';
import type { Assets } from './assets.ts';
import type { Sessions } from './session.ts';
import type { ResultViews } from './view/item/resultViews.ts';

/** Like the dependencies of the API, but requests come from a signed-in person instead of a key. */
export interface DashboardDeps extends Omit<ApiDeps, 'authenticate'> {
  overage: Pick<OverageWatch, 'check'>;
  /** Resolves once all image requests answered so far are in the database, so that a page shows them. */
  countsWritten: () => Promise<void>;
  resultViews: ResultViews;
  /** The rate limit, the same as for a key. */
  limitRate: Middleware;
}

export interface PageDeps extends DashboardDeps {
  sessions: Sessions;
  assets: Assets;
  /** Lets signed-in people through and sends everyone else to the sign-in page. */
  requireSignIn: Middleware;
}

export type PageRouter = Router<RequestState, RouteMatch>;
