import type { EgressRules } from '../../contracts/egress/rules.ts';
import { checkUrl } from '../../contracts/egress/url.ts';

/** Whether we would read pages of a URL's host. Judged once for each: a site has many pages and few hosts. */
export function createReadableHosts(rules: EgressRules, maxHosts = 10_000): (url: URL) => boolean {
  const verdicts = new Map<string, boolean>();
  return (url) => {
    const known = verdicts.get(url.host);
    if (known !== undefined) return known;
    const verdict = checkUrl(url, rules).problem === undefined;
    if (verdicts.size < maxHosts) verdicts.set(url.host, verdict);
    return verdict;
  };
}
