import { getDomain } from 'tldts';
import { withoutWww } from './pageAddress.ts';

/** Whether a URL belongs to the site. */
export type SiteScope = (url: URL) => boolean;

/** The site of `base`: its host, with or without `www.`, and with subdomains all hosts of its registrable domain. */
export function siteScope(base: URL, { includeSubdomains }: { includeSubdomains: boolean }): SiteScope {
  const site = siteOf(base.hostname, includeSubdomains);
  return ({ hostname, port }) =>
    port === base.port && (hostname === base.hostname || siteOf(hostname, includeSubdomains) === site);
}

function siteOf(hostname: string, includeSubdomains: boolean): string {
  // Private suffixes count: two projects on one hosting domain are two sites.
  const domain = includeSubdomains ? getDomain(hostname, { allowPrivateDomains: true }) : undefined;
  return domain ?? withoutWww(hostname);
}
