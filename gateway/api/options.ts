import { proxyProblem } from '../../contracts/egress/proxies.ts';
import { Failure } from '../../contracts/failures.ts';
import { contradiction, needsBrowser } from '../../contracts/requests/browserOnly.ts';
import type { PageOptions } from '../../contracts/requests/pageOptions.ts';
import type { Settings } from '../../runtime/settings.ts';

/** Refuses options that contradict each other or the settings, and says whether they need the browser. */
export function checkOptions(
  options: PageOptions,
  { PROXY_URLS }: Pick<Settings, 'PROXY_URLS'>,
): { browserOnly: boolean } {
  const problem = contradiction(options) ?? proxyProblem(options.proxy, PROXY_URLS);
  if (problem) throw new Failure('InvalidRequest', problem);
  return { browserOnly: needsBrowser(options) };
}
