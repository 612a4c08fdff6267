import type { IncomingHttpHeaders } from 'node:http';
import { CookieJar } from 'tough-cookie';

/** As many as Chromium keeps for a domain, and as much of one as it keeps. */
const maxCookies = 180;
const maxCookieLength = 4_096;
/** Servers commonly refuse a request whose headers are over 8 KiB. */
const maxHeaderLength = 7_000;

/** The cookies of one fetch: many sites set one, redirect, and redirect for ever until it comes back. */
interface Cookies {
  take(headers: IncomingHttpHeaders, url: URL): void;
  /** The Cookie header for a URL, after the caller's own cookies. */
  header(url: URL, own: string | undefined): string | undefined;
}

export function createCookies(): Cookies {
  // Most fetches see no redirect, and need none.
  let jar: CookieJar | undefined;
  let taken = 0;

  function take(headers: IncomingHttpHeaders, url: URL): void {
    // undici gives a single one as a string.
    for (const line of [headers['set-cookie'] ?? []].flat()) {
      if (taken >= maxCookies || line.length > maxCookieLength) continue;
      taken += 1;
      jar ??= new CookieJar(undefined, { looseMode: true });
      jar.setCookieSync(line, url.href, { ignoreError: true });
    }
  }

  function header(url: URL, own: string | undefined): string | undefined {
    if (jar === undefined) return own;
    let line = own ?? '';
    for (const cookie of jar.getCookiesSync(url.href)) {
      const pair = cookie.cookieString();
      if (line.length + pair.length > maxHeaderLength) break;
      line += line === '' ? pair : `; ${pair}`;
    }
    return line === '' ? undefined : line;
  }

  return { take, header };
}
