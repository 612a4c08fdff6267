import ipaddr from 'ipaddr.js';
import { parseUrl } from '../parseUrl.ts';

/** A range of private addresses that the guard allows. */
interface AllowedRange {
  address: ipaddr.IPv4 | ipaddr.IPv6;
  bits: number;
}

/** Requests for `host` go to `address:port` over plain HTTP. */
interface MappedHost {
  /** Lower-case ASCII, without a trailing dot and without the `*.` of a wildcard entry. */
  host: string;
  /** False for a wildcard entry (`*.host`), which matches the subdomains only. */
  includesApex: boolean;
  address: string;
  port: number;
}

/** The parsed `EGRESS_ALLOW` and `EGRESS_MAP` settings. Both are empty in production. */
export interface EgressRules {
  allow: readonly AllowedRange[];
  map: readonly MappedHost[];
}

export const noEgressRules: EgressRules = { allow: [], map: [] };

function entries(list: string): string[] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** Parses `127.0.0.1/32,::1`. Throws an error whose message is shown to the operator. */
export function parseEgressAllow(list: string): AllowedRange[] {
  return entries(list).map(parseRange);
}

function parseRange(entry: string): AllowedRange {
  const [text = '', bits, ...rest] = entry.split('/');
  // ipaddr.js also accepts `127.1` and `0x7f000001`, which are easy to misread in a setting.
  const isPlain = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
  if (!isPlain || rest.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) {
    throw new Error(`EGRESS_ALLOW: "${entry}" is neither an IP address nor a range such as 127.0.0.1/32`);
  }
  const address = ipaddr.parse(text);
  const width = address.kind() === 'ipv4' ? 32 : 128;
  const length = bits === undefined ? width : Number(bits);
  if (length > width) throw new Error(`EGRESS_ALLOW: "${entry}" has a prefix longer than ${width} bits`);
  return { address, bits: length };
}

/**
 * Parses `host=http://ip:port,…`; an entry matches the host and all its subdomains. Throws an error whose message is
 * shown to the operator.
 */
export function parseEgressMap(list: string): MappedHost[] {
  const map = entries(list).map(parseMapping);
  const seen = new Set<string>();
  for (const { host, includesApex } of map) {
    const key = `${includesApex}${host}`;
    if (seen.has(key)) throw new Error(`EGRESS_MAP: ${host} is listed twice`);
    seen.add(key);
  }
  // `mappedHostOf` takes the first match, so the most specific entry comes first.
  return map.sort((a, b) => b.host.length - a.host.length || Number(b.includesApex) - Number(a.includesApex));
}

function parseMapping(entry: string): MappedHost {
  const at = entry.indexOf('=');
  if (at < 1) throw new Error(`EGRESS_MAP: "${entry}" is not of the form host=http://ip:port`);
  const pattern = entry.slice(0, at).trim();
  const includesApex = !pattern.startsWith('*.');
  const host = canonicalHost(includesApex ? pattern : pattern.slice(2));
  if (host === undefined)
    throw new Error(`EGRESS_MAP: "${pattern}" is not a host name (write it without scheme or port)`);
  return { host, includesApex, ...parseTarget(entry, entry.slice(at + 1).trim()) };
}

function canonicalHost(text: string): string | undefined {
  if (!/^[^\s/:@?#\\*[\]]+$/.test(text)) return undefined;
  return parseUrl(`http://${text}/`)?.hostname.replace(/\.$/, '') || undefined;
}

function parseTarget(entry: string, text: string): { address: string; port: number } {
  const url = parseUrl(text);
  const address = url?.hostname.replace(/^\[|\]$/g, '') ?? '';
  const bare = url !== undefined && url.pathname === '/' && url.search + url.hash + url.username + url.password === '';
  if (url?.protocol !== 'http:' || !bare || !(ipaddr.IPv4.isValid(address) || ipaddr.IPv6.isValid(address))) {
    throw new Error(`EGRESS_MAP: "${entry}" must map to http://ip:port`);
  }
  return { address, port: url.port === '' ? 80 : Number(url.port) };
}

/** The `EGRESS_MAP` entry that matches a `URL`'s hostname. */
export function mappedHostOf(rules: EgressRules, hostname: string): MappedHost | undefined {
  if (rules.map.length === 0) return undefined;
  const host = hostname.replace(/\.$/, '');
  return rules.map.find((entry) => (entry.includesApex && host === entry.host) || host.endsWith(`.${entry.host}`));
}
