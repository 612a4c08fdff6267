import { parseUrl } from '../parseUrl.ts';
import { addressLiteral, isAllowedAddress } from './address.ts';
import { meantUrl } from './meantUrl.ts';
import { type EgressRules, mappedHostOf } from './rules.ts';

/** Ports of other protocols, which browsers refuse to send HTTP to (WHATWG Fetch, "bad port"). */
const badPorts = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** Domains that resolve only inside a private network (RFC 6761, 6762, 8375, ICANN's `.internal`). */
const privateSuffixes = ['local', 'internal', 'localdomain', 'intranet', 'lan', 'home', 'corp', 'private', 'home.arpa'];

type UrlCheck =
  | { url: URL; problem?: never }
  | { problem: string; kind: 'InvalidRequest' | 'BlockedAddress'; url?: never };

/**
 * Checks what can be checked without the network; the guard checks the addresses behind a name when it connects.
 * The returned `url` keeps its user name and password, which are sent to that origin as Basic authorization. Use
 * `shownUrl` or `withoutCredentials` for anything that is stored, logged or shown.
 */
export function checkUrl(input: string | URL, rules: EgressRules): UrlCheck {
  const url = typeof input === 'string' ? parseUrl(input) : input;
  if (url === undefined) return notUrl(String(input), rules);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    if (isHostWithPort(url)) return notUrl(String(input), rules);
    return {
      kind: 'InvalidRequest',
      problem: `${truncate(url.protocol)} URLs cannot be read, only those of http and https.`,
    };
  }
  return checkHost(url.hostname, rules) ?? checkPort(url) ?? { url };
}

/** `example.com:8080` is read as a URL with the scheme `example.com`. */
function isHostWithPort({ protocol, pathname }: URL): boolean {
  return (protocol === 'localhost:' || protocol.includes('.')) && /^\d+(?:\/|$)/.test(pathname);
}

function notUrl(input: string, rules: EgressRules): UrlCheck {
  const meant = meantUrl(input);
  // Nobody is told to send what would be refused.
  const isReadable = meant !== undefined && checkUrl(meant, rules).url !== undefined;
  const hint = isReadable ? `did you mean ${truncate(meant)}?` : 'one begins with https:// or http://.';
  return { kind: 'InvalidRequest', problem: `"${truncate(input)}" is not a URL: ${hint}` };
}

/** The URL of a request as it may be stored, logged and shown: as the caller wrote it, but without user name and password. */
export function shownUrl(text: string): string {
  const url = text.includes('@') ? parseUrl(text) : undefined;
  return url && (url.username !== '' || url.password !== '') ? withoutCredentials(url) : text;
}

/** The URL as it may be stored, logged and shown. */
export function withoutCredentials(url: URL): string {
  if (url.username === '' && url.password === '') return url.href;
  const shown = new URL(url);
  shown.username = '';
  shown.password = '';
  return shown.href;
}

function checkPort(url: URL): UrlCheck | undefined {
  return url.port !== '' && badPorts.has(Number(url.port))
    ? { kind: 'BlockedAddress', problem: `port ${url.port} is not one that web pages are served on.` }
    : undefined;
}

/** `hostname` comes from a `URL`, which has normalized every spelling of an address and put IPv6 in brackets. */
function checkHost(hostname: string, rules: EgressRules): UrlCheck | undefined {
  const literal = addressLiteral(hostname);
  if (literal !== undefined && !isAllowedAddress(literal, rules)) return blocked(literal);
  const mapped = mappedHostOf(rules, hostname);
  if (mapped !== undefined) return isAllowedAddress(mapped.address, rules) ? undefined : blocked(mapped.address);
  return literal === undefined ? checkName(hostname, rules) : undefined;
}

function checkName(hostname: string, rules: EgressRules): UrlCheck | undefined {
  const name = hostname.replace(/\.$/, '');
  const labels = name.split('.');
  if (name.length > 253 || !labels.every((label) => /^[a-z0-9_-]{1,63}$/.test(label))) {
    return { kind: 'InvalidRequest', problem: `"${truncate(hostname)}" is not a host name.` };
  }
  if (labels.at(-1) === 'localhost') {
    return isAllowedAddress('127.0.0.1', rules) || isAllowedAddress('::1', rules) ? undefined : blocked(name);
  }
  const isPrivate = labels.length === 1 || privateSuffixes.some((suffix) => name.endsWith(`.${suffix}`));
  return isPrivate ? blocked(name) : undefined;
}

function blocked(host: string): UrlCheck {
  return { kind: 'BlockedAddress', problem: `${host} is not a public address.` };
}

function truncate(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
