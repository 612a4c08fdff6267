import { parseUrl } from '../parseUrl.ts';
/** A proxy of the operator, through which pages are read. */
export interface ProxyServer {
  name: string;
  /** ISO 3166, in capitals: where the sites see it. */
  country?: string;
  protocol: 'http' | 'https' | 'socks5';
  host: string;
  port: number;
  username?: string;
  password?: string;
}

/** What a request may say instead of a name. */
export const anyProxy = 'auto';
export const noProxy = 'none';
/** Sent by existing clients for kinds of proxies: one of that name, or any. */
const kindsOfProxies: readonly string[] = ['basic', 'stealth', 'enhanced'];

const entryPattern = /^(?:([a-z0-9][a-z0-9_-]{0,49})(?:\/([a-z]{2}))?=)?(\w+:\/\/\S+)$/i;
const defaultPorts = { http: 80, https: 443, socks5: 1080 } as const;

/**
 * Parses `berlin/de=socks5://user:password@host:1080,http://host:8080`; an entry without a name is `proxy1`, `proxy2`
 * and so on by its place. Throws an error whose message is shown to the operator, and has no secret.
 */
export function parseProxyUrls(list: string): ProxyServer[] {
  const entries = list.split(',').map((entry) => entry.trim());
  const servers = entries.filter((entry) => entry !== '').map((entry, at) => parseEntry(entry, at + 1));
  const names = servers.map(({ name }) => name);
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated !== undefined) throw new Error(`PROXY_URLS: ${repeated} is listed twice`);
  return servers;
}

function parseEntry(entry: string, place: number): ProxyServer {
  const [, name = `proxy${place}`, country, text = ''] = entryPattern.exec(entry) ?? [];
  const url = parseUrl(text);
  const protocol = url && protocolOf(url);
  if (url === undefined || protocol === undefined || !/^\/?$/.test(url.pathname) || url.hostname === '')
    throw new Error(
      `PROXY_URLS: entry ${place} is not of the form name/country=socks5://user:password@host:port (http, https or socks5)`,
    );
  const lowerCase = name.toLowerCase();
  if (lowerCase === anyProxy || lowerCase === noProxy)
    throw new Error(`PROXY_URLS: a proxy cannot be named ${lowerCase}, which has a meaning in requests`);
  return {
    name: lowerCase,
    ...(country !== undefined && { country: country.toUpperCase() }),
    protocol,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || defaultPorts[protocol],
    ...(url.username !== '' && { username: decodeURIComponent(url.username) }),
    ...(url.password !== '' && { password: decodeURIComponent(url.password) }),
  };
}

function protocolOf({ protocol }: URL): ProxyServer['protocol'] | undefined {
  const name = protocol.slice(0, -1);
  return name === 'http' || name === 'https' || name === 'socks5' ? name : undefined;
}

/** The name of the proxy that a request asks for; undefined for any. */
export function namedProxy(asked: string | undefined, servers: readonly ProxyServer[]): string | undefined {
  const name = asked?.toLowerCase();
  if (name === undefined || name === anyProxy) return undefined;
  return kindsOfProxies.includes(name) && servers.every((server) => server.name !== name) ? undefined : name;
}

/** What is wrong with the proxy that a request asks for, as a sentence. */
export function proxyProblem(asked: string | undefined, servers: readonly ProxyServer[]): string | undefined {
  const name = namedProxy(asked, servers);
  if (name === undefined || name === noProxy || servers.some((server) => server.name === name)) return undefined;
  const names = [anyProxy, noProxy, ...servers.map((server) => server.name)];
  return `\`proxy\`: there is none with the name ${JSON.stringify(asked)} here; there are ${names.join(', ')}.`;
}
