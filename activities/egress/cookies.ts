import type { IncomingHttpHeaders } from 'node:http';
import { CookieJar } from 'tough-cookie';
import { cookiesOfSite, type SiteCookies, setCookieLine } from './siteCookies.ts';

/** Chromium's limit for a domain. */
const maxCookies = 180;
/** Chromium's limit for a cookie. */
const maxCookieLength = 4_096;
/** Servers commonly refuse a request whose headers are over 8 KiB. */
const maxHeaderLength = 7_000;

function jarWith(given: SiteCookies): CookieJar {
  const jar = new CookieJar(undefined, { looseMode: true });
  for (const cookie of cookiesOfSite(given)) jar.setCookieSync(setCookieLine(cookie), cookie.url);
  return jar;
}

/** The cookies of one fetch: many sites set a cookie and redirect until the client sends it back. */
interface FetchCookies {
  /** Stores the Set-Cookie headers of a response. */
  store(headers: IncomingHttpHeaders, url: URL): void;
  /** The Cookie header for a URL, which begins with the caller's own cookies. */
  header(url: URL, callerCookies: string | undefined): string | undefined;
}

/** @param given Cookies of the caller, for the site of a URL. */
export function createCookies(given?: SiteCookies): FetchCookies {
  // Created on demand, because most fetches see no redirect and need no jar.
  let jar: CookieJar | undefined = given && jarWith(given);
  let count = 0;

  function store(headers: IncomingHttpHeaders, url: URL): void {
    // undici gives a single Set-Cookie header as a string.
    for (const line of [headers['set-cookie'] ?? []].flat()) {
      if (count >= maxCookies || line.length > maxCookieLength) continue;
      count += 1;
      jar ??= new CookieJar(undefined, { looseMode: true });
      jar.setCookieSync(line, url.href, { ignoreError: true });
    }
  }

  function header(url: URL, callerCookies: string | undefined): string | undefined {
    if (jar === undefined) return callerCookies;
    let line = callerCookies ?? '';
    for (const cookie of jar.getCookiesSync(url.href)) {
      const pair = cookie.cookieString();
      if (line.length + pair.length > maxHeaderLength) break;
      line += line === '' ? pair : `; ${pair}`;
    }
    return line === '' ? undefined : line;
  }

  return { store, header };
}
