/** What is one page, however its address is written. Pure, so that a table of cases can say all of it. */

export interface PageAddress {
  /** As it is listed and fetched. */
  url: string;
  /**
   * Two addresses with the same key are taken for one page: the scheme, `www.`, a trailing slash, the name of an index
   * page and the order of query parameters do not matter.
   */
  key: string;
}

const maxUrlLength = 8_192;

/** Undefined for what is no web page's address. Made of parts, because parsing is most of what a large sitemap costs. */
export function pageAddress(given: URL, options: { ignoreQueryParameters: boolean }): PageAddress | undefined {
  const { protocol, hostname, port, pathname, search } = given;
  if ((protocol !== 'http:' && protocol !== 'https:') || pathname.length + search.length > maxUrlLength)
    return undefined;
  // The root label's dot names the same host.
  const host = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
  const portSuffix = port && `:${port}`;
  const path = withoutSessionId(normalEscapes(pathname));
  const query = options.ignoreQueryParameters ? [] : meaningfulParameters(search);
  return {
    url: `${protocol}//${host}${portSuffix}${path}${queryOf(query)}`,
    key: `${withoutWww(host)}${portSuffix}${pathKey(path)}${queryOf(query.sort())}`,
  };
}

export function withoutWww(hostname: string): string {
  return hostname.startsWith('www.') ? hostname.slice(4) : hostname;
}

const indexPage = /\/(?:index|default|home)\.(?:html?|xhtml|php\d?|aspx?|jsp|cgi|cfm)$/i;

/** The path without the name of an index page and without a slash at its end. */
export function pathKey(path: string): string {
  return path.replace(indexPage, '/').replace(/\/+$/, '') || '/';
}

/** Escapes that need none are undone, and the others are written in capitals (RFC 3986, 6.2.2). */
function normalEscapes(path: string): string {
  return path.replace(/%([0-9a-f]{2})/gi, (escaped, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /[A-Za-z0-9\-._~]/.test(character) ? character : escaped.toUpperCase();
  });
}

/** Each visitor gets another one, so each link to a page would be another page. */
function withoutSessionId(path: string): string {
  return path.replace(/;(?:jsessionid|phpsessid|sid|sessionid)=[^/;?]*/gi, '');
}

const trackingParameters =
  /^(?:utm_\w+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|yclid|twclid|igshid|mc_cid|mc_eid|_ga|_gl|_hsenc|_hsmi|mkt_tok|phpsessid|jsessionid|sessionid|session_id|aspsessionid\w*)$/i;

/** As they are written and in their order, because some sites read their query by position. */
function meaningfulParameters(search: string): string[] {
  return search
    .slice(1)
    .split('&')
    .filter((parameter) => parameter !== '' && !trackingParameters.test(parameter.split('=', 1)[0] ?? ''));
}

function queryOf(parameters: readonly string[]): string {
  return parameters.length > 0 ? `?${parameters.join('&')}` : '';
}
