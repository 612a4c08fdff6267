import { getDomain } from 'tldts';

/** Cookies of a caller, which belong to the site of a URL. */
export interface SiteCookies {
  url: string;
  values: Readonly<Record<string, string>>;
}

/** A cookie for a jar. Without a domain it is for the host of the URL alone. */
export interface SiteCookie {
  name: string;
  value: string;
  url: string;
  domain?: string;
  path: '/';
  secure: boolean;
}

/**
 * The cookies for all hosts of the registrable domain. Below a suffix such as `github.io` every name is a site of its
 * own, so that cookies never come to somebody else's.
 */
export function cookiesOfSite({ url, values }: SiteCookies): SiteCookie[] {
  const { hostname, protocol, origin } = new URL(url);
  const domain = getDomain(hostname, { allowPrivateDomains: true }) ?? undefined;
  return Object.entries(values).map(([name, value]) => ({
    name,
    value,
    url: `${origin}/`,
    // By its name, such a cookie has none.
    ...(domain !== undefined && !name.startsWith('__Host-') && { domain }),
    path: '/',
    secure: protocol === 'https:',
  }));
}

/** As the site itself would have set it. */
export function setCookieLine({ name, value, domain, path, secure }: SiteCookie): string {
  return `${name}=${value}; Path=${path}${domain === undefined ? '' : `; Domain=${domain}`}${secure ? '; Secure' : ''}`;
}
