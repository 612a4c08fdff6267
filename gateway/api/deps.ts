import type { Middleware } from 'koa';
import type { Plans } from '../../runtime/plans.ts';
import type { Settings } from '../../runtime/settings.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Flows } from '../temporal/flows.ts';

/** What the routes of the extraction API are made from. */
export interface ApiParts {
  settings: Settings;
  plans: Plans;
  storage: Storage;
  flows: Flows;
  /** Lets through who has a valid secret key, as often as its plan allows. */
  key: Middleware;
  /** For operations on one page: lets through as many at a time as the plan allows. */
  turn: Middleware;
}
