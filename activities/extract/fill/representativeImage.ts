import type { Evidence } from '../declared/evidence.ts';
import type { Candidate } from './candidate.ts';

/** Pictures that a site shows for pages without one of their own. */
const generic = /logo|default|placeholder|fallback|no-?image|favicon/i;

/**
 * The picture that the page wants to be represented by. It comes before those of an item, which may be crops of any size.
 */
export function fromRepresentativeImage({ page }: Evidence): Candidate[] {
  const values = page.properties.get('image') ?? [];
  const origins = page.origins?.get('image') ?? [];
  const at = values.findIndex((value, each) => origins[each]?.path === 'og:image' && !generic.test(String(value)));
  const value = values[at];
  return value === undefined ? [] : [{ values: [value], score: 1.05, source: 'meta', path: 'og:image' }];
}
