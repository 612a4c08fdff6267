import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import type { FromSchema } from 'json-schema-to-ts';

const count = { type: 'integer', minimum: 1 } as const;
const countOrUnlimited = { type: ['integer', 'null'], minimum: 0, description: 'null means without limit' } as const;
const limit = { ...countOrUnlimited, default: null } as const;

const plansSchema = {
  type: 'object',
  minProperties: 1,
  additionalProperties: {
    type: 'object',
    properties: {
      credits: countOrUnlimited,
      imageRequests: countOrUnlimited,
      requestsPerMinute: countOrUnlimited,
      concurrentPages: count,
      keys: limit,
      openJobs: limit,
      webhooks: limit,
      eventStreams: limit,
      monitors: limit,
    },
    required: ['credits', 'imageRequests', 'requestsPerMinute', 'concurrentPages'],
    additionalProperties: false,
  },
} as const;

export type Plans = FromSchema<typeof plansSchema>;
export type Plan = Plans[string];

/**
 * Reads the plans, which are data: monthly credits and image requests, requests per minute, concurrent pages, keys, and
 * at a time open jobs, open jobs with a webhook, event streams, and monitors. All but the first four are without limit if
 * absent.
 */
export function readPlans(path: string): Plans {
  const plans: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const ajv = new Ajv({ allowUnionTypes: true, useDefaults: true });
  const check = ajv.compile<Plans>(plansSchema);
  if (!check(plans)) throw new Error(`${path} is not a valid list of plans: ${ajv.errorsText(check.errors)}.`);
  return plans;
}

/** An account whose plan is no longer in the file falls back to the first one, the smallest. */
export function planNamed(plans: Plans, name: string): Plan {
  const plan = plans[name] ?? Object.values(plans)[0];
  if (!plan) throw new Error('There are no plans.');
  return plan;
}
