import type Router from '@koa/router';
import type { OverageWatch } from '../accounts/overage.ts';
import type { ApiDeps } from '../api/deps.ts';
import type { Middleware, RequestState, RouteMatch } from '../http/context.ts';
import type { Images } from '../images/images.ts';
import type { NameSearch } from '../images/nameSearch.ts';
import type { RequestLog } from '../requestLog/requestLog.ts';
import type { Assets } from './assets.ts';
import type { Sessions } from './session.ts';
import type { AccountOf } from './signedIn.ts';
import type { ResultViews } from './view/item/resultViews.ts';

/** Like the dependencies of the API, but requests come from a signed-in person instead of a key. */
export interface DashboardDeps extends Omit<ApiDeps, 'authenticate'> {
  sessions: Sessions;
  accountOf: AccountOf;
  assets: Assets;
  overage: Pick<OverageWatch, 'check'>;
  /** Resolves once all image requests answered so far are in the database, so that a page shows them. */
  countsWritten: () => Promise<void>;
  names: NameSearch;
  images: Pick<Images, 'find'>;
  resultViews: ResultViews;
  requestLog: RequestLog;
  /** The rate limit, the same as for a key. */
  limitRate: Middleware;
}

export interface PageDeps extends DashboardDeps {
  /** Lets signed-in people through and sends everyone else to the sign-in page. */
  requireSignIn: Middleware;
}

export type PageRouter = Router<RequestState, RouteMatch>;
