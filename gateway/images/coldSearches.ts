import { registrableDomain } from '../../contracts/images/domain.ts';
import type { RateLimits } from '../../storage/rateLimits.ts';

/** Names below one domain cost whoever serves them a visit each, and anybody can make up any number of them. */
export const coldSearchesPerDomain = { points: 100, seconds: 60 };
/** A page with hundreds of new icons passes; a list of made-up domains does not. */
export const coldSearchesPerKey = { points: 600, seconds: 60 };

/** Whether a domain that nobody has asked for before may be searched now. */
export type AllowColdSearch = (domain: string, key: string | undefined) => Promise<boolean>;

/** Limits the searches that unknown domains cause, over all gateways. */
export function createColdSearchLimit(rateLimits: Pick<RateLimits, 'consume'>): AllowColdSearch {
  return async (domain, key) => {
    if (key !== undefined && !(await rateLimits.consume(coldSearchesOfKey(key), coldSearchesPerKey)).allowed)
      return false;
    return (await rateLimits.consume(coldSearchesOfDomain(domain), coldSearchesPerDomain)).allowed;
  };
}

/** The names under which the searches are counted. */
export function coldSearchesOfDomain(domain: string): string {
  return `cold-domain:${registrableDomain(domain)}`;
}

export function coldSearchesOfKey(key: string): string {
  return `cold-key:${key}`;
}
