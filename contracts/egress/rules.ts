import ipaddr from 'ipaddr.js';

/** An address range that the guard lets through although it is not public. */
interface AllowedRange {
  address: ipaddr.IPv4 | ipaddr.IPv6;
  bits: number;
}

/** Requests for `host` go to `address:port` in plain HTTP instead. */
interface MappedHost {
  /** Lower case, in ASCII, without the dot at the end; `*.` entries have lost their star. */
  host: string;
  /** Whether the host itself is served, or (`*.host`) its subdomains only. */
  itself: boolean;
  address: string;
  port: number;
}

/** What `EGRESS_ALLOW` and `EGRESS_MAP` say. Both are empty in production. */
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

/** `127.0.0.1/32,::1` and so on; a single address stands for itself. Throws a sentence for a person. */
export function parseEgressAllow(list: string): AllowedRange[] {
  return entries(list).map(parseRange);
}

function parseRange(entry: string): AllowedRange {
  const [text = '', bits, ...rest] = entry.split('/');
  // ipaddr.js also reads `127.1` and `0x7f000001`; a setting should be written so that everyone reads it the same way.
  const plain = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
  if (!plain || rest.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) {
    throw new Error(`EGRESS_ALLOW: "${entry}" is neither an IP address nor a range such as 127.0.0.1/32`);
  }
  const address = ipaddr.parse(text);
  const width = address.kind() === 'ipv4' ? 32 : 128;
  const length = bits === undefined ? width : Number(bits);
  if (length > width) throw new Error(`EGRESS_ALLOW: "${entry}" has a prefix longer than ${width} bits`);
  return { address, bits: length };
}

/** `host=http://ip:port,…`; an entry serves the host and all its subdomains. Throws a sentence for a person. */
export function parseEgressMap(list: string): MappedHost[] {
  const map = entries(list).map(parseMapping);
  const seen = new Set<string>();
  for (const { host, itself } of map) {
    const key = `${itself}${host}`;
    if (seen.has(key)) throw new Error(`EGRESS_MAP: ${host} is listed twice`);
    seen.add(key);
  }
  // The most specific entry is the first that matches.
  return map.sort((a, b) => b.host.length - a.host.length || Number(b.itself) - Number(a.itself));
}

function parseMapping(entry: string): MappedHost {
  const at = entry.indexOf('=');
  if (at < 1) throw new Error(`EGRESS_MAP: "${entry}" is not of the form host=http://ip:port`);
  const pattern = entry.slice(0, at).trim();
  const itself = !pattern.startsWith('*.');
  const host = canonicalHost(itself ? pattern : pattern.slice(2));
  if (host === undefined)
    throw new Error(`EGRESS_MAP: "${pattern}" is not a host name (write it without scheme or port)`);
  return { host, itself, ...parseTarget(entry, entry.slice(at + 1).trim()) };
}

function canonicalHost(text: string): string | undefined {
  if (!/^[^\s/:@?#\\*[\]]+$/.test(text) || !URL.canParse(`http://${text}/`)) return undefined;
  return new URL(`http://${text}/`).hostname.replace(/\.$/, '') || undefined;
}

function parseTarget(entry: string, text: string): { address: string; port: number } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const address = url?.hostname.replace(/^\[|\]$/g, '') ?? '';
  const bare = url !== undefined && url.pathname === '/' && url.search + url.hash + url.username + url.password === '';
  if (url?.protocol !== 'http:' || !bare || !(ipaddr.IPv4.isValid(address) || ipaddr.IPv6.isValid(address))) {
    throw new Error(`EGRESS_MAP: "${entry}" must lead to http://ip:port`);
  }
  return { address, port: url.port === '' ? 80 : Number(url.port) };
}

/** The entry that serves this host, if any. `hostname` as a `URL` gives it. */
export function mappedHost(rules: EgressRules, hostname: string): MappedHost | undefined {
  if (rules.map.length === 0) return undefined;
  const host = hostname.replace(/\.$/, '');
  return rules.map.find((entry) => (entry.itself && host === entry.host) || host.endsWith(`.${entry.host}`));
}
