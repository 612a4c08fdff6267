import type { Middleware } from 'koa';
import type { Plans } from '../../contracts/plans.ts';
import type { Settings } from '../../contracts/settings.ts';
import type { Storage } from '../../storage/mongo.ts';
import type { Flows } from '../flows.ts';

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
