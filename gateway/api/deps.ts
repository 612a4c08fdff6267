import type { Plans } from '../../runtime/plans.ts';
import type { Settings } from '../../runtime/settings.ts';
import type { Storage } from '../../storage/storage.ts';
import type { PlanOf } from '../accounts/plan.ts';
import type { WorkerCalls } from '../calls/calls.ts';
import type { Middleware } from '../http/context.ts';
import type { Flows } from '../temporal/flows.ts';
import type { RequestReader } from './requests/reader.ts';

/** What the routes of the extraction API are made of. */
export interface ApiDeps {
  settings: Settings;
  plans: Plans;
  storage: Storage;
  flows: Flows;
  calls: WorkerCalls;
  planOf: PlanOf;
  requests: RequestReader;
  /** Lets through requests with a valid secret key, within the rate limit of the account's plan. */
  authenticate: Middleware;
  /** For operations on one page: lets through as many at a time as the account's plan allows. */
  limitConcurrency: Middleware;
}
