import { Failure } from '../../contracts/failures.ts';
import { contradiction, needsBrowser } from '../../contracts/requests/browserOnly.ts';
import type { PageOptions } from '../../contracts/requests/pageOptions.ts';

/** Refuses options that contradict each other, and says whether they need the browser. */
export function checkOptions(options: PageOptions): { browserOnly: boolean } {
  const problem = contradiction(options);
  if (problem) throw new Failure('InvalidRequest', problem);
  return { browserOnly: needsBrowser(options) };
}
