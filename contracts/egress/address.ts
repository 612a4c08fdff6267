import ipaddr from 'ipaddr.js';
import { type EgressRules, mappedHost } from './rules.ts';

/** Special ranges that ipaddr.js takes for ordinary ones. */
const azureWireServer = ipaddr.IPv4.parse('168.63.129.16');
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];
const nat64: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('64:ff9b::'), 96];

/**
 * Whether an address belongs to a host on the public internet. Strict about spelling (four decimal parts, or IPv6
 * without a zone), because it judges what a resolver or a socket says; `judgeUrl` reads the spellings that URLs allow.
 */
export function isPublicAddress(ip: string): boolean {
  const address = parseAddress(ip);
  if (address === undefined) return false;
  return address instanceof ipaddr.IPv4 ? isPublicV4(address) : isPublicV6(address);
}

/** The same, with what `EGRESS_ALLOW` lets through. */
export function mayReach(ip: string, rules: EgressRules): boolean {
  if (isPublicAddress(ip)) return true;
  const address = parseAddress(ip);
  if (address === undefined) return false;
  return rules.allow.some(
    (range) => range.address.kind() === address.kind() && address.match(range.address, range.bits),
  );
}

/** IPv4-mapped addresses become the IPv4 address that the kernel connects to. */
function parseAddress(ip: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(ip)) return ipaddr.IPv4.parse(ip);
  if (!ipaddr.IPv6.isValid(ip) || ip.includes('%')) return undefined;
  return ipaddr.process(ip);
}

function isPublicV4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !address.match(azureWireServer, 32);
}

function isPublicV6(address: ipaddr.IPv6): boolean {
  // On an IPv6-only network every IPv4 site has an address in here: it is as public as the one inside.
  if (address.match(nat64)) return isPublicV4(lastFourBytes(address));
  // Everything outside 2000::/3 (IPv4-compatible, site-local, unassigned …) is left out as a whole, and so are the
  // special ranges inside it: 6to4, Teredo, ORCHID, documentation, benchmarking.
  return address.match(globalUnicast) && address.range() === 'unicast' && !isIsatap(address);
}

/** An interface identifier that makes the site's router wrap the packet for an IPv4 host behind it. */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return ((parts[4] ?? 0) & ~0x0300) === 0 && parts[5] === 0x5efe;
}

function lastFourBytes(address: ipaddr.IPv6): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}

/** Ports that no web page is served on, because another protocol could be talked to there (WHATWG Fetch, "bad port"). */
const badPorts = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** Suffixes that only ever mean something inside somebody's own network (RFC 6761, 6762, 8375, ICANN's `.internal`). */
const privateSuffixes = ['local', 'internal', 'localdomain', 'intranet', 'lan', 'home', 'corp', 'private', 'home.arpa'];

type UrlJudgement =
  | { url: URL; problem?: never }
  | { problem: string; kind: 'InvalidRequest' | 'BlockedAddress'; url?: never };

/**
 * What can be said of a URL before anything is asked of the network; the addresses behind a name are judged when the
 * connection is made. The answer's `url` still has the user name and password, which are sent as Basic authorization
 * to that origin: `withoutCredentials` gives what may be stored, logged or shown.
 */
export function judgeUrl(input: string | URL, rules: EgressRules): UrlJudgement {
  const url = typeof input === 'string' ? parseUrl(input) : input;
  if (url === undefined) return { kind: 'InvalidRequest', problem: `"${shortened(String(input))}" is not a URL` };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { kind: 'InvalidRequest', problem: `${shortened(url.protocol)} URLs cannot be read, only http: and https:` };
  }
  return judgeHost(url.hostname, rules) ?? judgePort(url) ?? { url };
}

function parseUrl(input: string): URL | undefined {
  return URL.canParse(input) ? new URL(input) : undefined;
}

function judgePort(url: URL): UrlJudgement | undefined {
  return url.port !== '' && badPorts.has(Number(url.port))
    ? { kind: 'BlockedAddress', problem: `port ${url.port} is not one that web pages are served on` }
    : undefined;
}

/** `hostname` as a `URL` gives it: every spelling of an address has become the plain one, IPv6 in brackets. */
function judgeHost(hostname: string, rules: EgressRules): UrlJudgement | undefined {
  const literal = addressLiteral(hostname);
  if (literal !== undefined && !mayReach(literal, rules)) return blocked(literal);
  const mapped = mappedHost(rules, hostname);
  if (mapped !== undefined) return mayReach(mapped.address, rules) ? undefined : blocked(mapped.address);
  return literal === undefined ? judgeName(hostname, rules) : undefined;
}

function judgeName(hostname: string, rules: EgressRules): UrlJudgement | undefined {
  const name = hostname.replace(/\.$/, '');
  const labels = name.split('.');
  if (name.length > 253 || !labels.every((label) => /^[a-z0-9_-]{1,63}$/.test(label))) {
    return { kind: 'InvalidRequest', problem: `"${shortened(hostname)}" is not a host name` };
  }
  if (labels.at(-1) === 'localhost') {
    return mayReach('127.0.0.1', rules) || mayReach('::1', rules) ? undefined : blocked(name);
  }
  const local = labels.length === 1 || privateSuffixes.some((suffix) => name.endsWith(`.${suffix}`));
  return local ? blocked(name) : undefined;
}

/** The address, where a URL's host is one. */
export function addressLiteral(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare) ? bare : undefined;
}

function blocked(host: string): UrlJudgement {
  return {
    kind: 'BlockedAddress',
    problem: `${host} is not a public address`,
  };
}

function shortened(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}

/** The URL as it may be stored, logged and shown. */
export function withoutCredentials(url: URL): string {
  if (url.username === '' && url.password === '') return url.href;
  const shown = new URL(url);
  shown.username = '';
  shown.password = '';
  return shown.href;
}
