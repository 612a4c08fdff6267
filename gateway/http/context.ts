import type { Middleware as KoaMiddleware, ParameterizedContext } from 'koa';
import type { Viewer } from '../accounts/viewer.ts';

/** The requests of /v2 that are put into the words of /v1. */
export type Translation =
  | 'scrape'
  | 'batch'
  | 'crawl'
  | 'map'
  | 'extract'
  | 'parse'
  | 'monitor'
  | 'monitorUpdate'
  | 'search';

/** What the middlewares of a request tell each other: the one type of `ctx.state`. */
export interface RequestState {
  requestId: string;
  /** Whose request it is, once it is authenticated. */
  account?: string;
  /** The key's id; for someone signed in to the dashboard, `dashboard:<account>`. */
  key?: string;
  /** Who looks at a dashboard page. */
  viewer?: Viewer;
  /** The job that the request is about, for the log. */
  job?: string;
  /** The page that was read for the request, where it is not stored under its job. */
  page?: string;
  /** The name of the file that came with the request. */
  file?: string;
  /** A short body once it is read, as JSON text; from the beginning where a form of the dashboard calls the API. */
  body?: string;
  /** The words of /v2 that the body is in; absent on /v1. */
  translation?: Translation;
  /** An error that operators must see in the log, whatever the caller was told. */
  fault?: unknown;
}

/** What the router adds to the context. */
export interface RouteMatch {
  params: Record<string, string>;
  _matchedRoute?: string | RegExp;
}

export type Context = ParameterizedContext<RequestState, RouteMatch>;
export type Middleware = KoaMiddleware<RequestState, RouteMatch>;

export interface Caller {
  account: string;
  key: string;
  requestId: string;
}

/** Who sent an authenticated request. */
export function callerOf({ state: { account, key, requestId } }: Pick<Context, 'state'>): Caller {
  if (account === undefined || key === undefined) throw new Error('this route is not behind authentication');
  return { account, key, requestId };
}

/** A parameter of the route's path, such as `:id`. */
export function pathParameter({ params }: Pick<Context, 'params'>, name: string): string {
  const value = params[name];
  if (value === undefined) throw new Error(`this route has no parameter ${name}`);
  return value;
}
