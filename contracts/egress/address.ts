import { isIP, isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { EgressRules } from './rules.ts';

/** Azure's metadata and DNS endpoint: a private service on an address that ipaddr.js classifies as ordinary unicast. */
const azureWireServer = ipaddr.IPv4.parse('168.63.129.16');
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];
const nat64: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('64:ff9b::'), 96];

/**
 * Whether an address belongs to a host on the public internet. Accepts only the canonical spellings that a resolver or
 * a socket returns (four decimal parts, or IPv6 without a zone); `checkUrl` handles the other spellings URLs allow.
 */
export function isPublicAddress(ip: string): boolean {
  const address = parseAddress(ip);
  if (address === undefined) return false;
  return address instanceof ipaddr.IPv4 ? isPublicV4(address) : isPublicV6(address);
}

/** Whether the guard may connect to an address: it is public, or `EGRESS_ALLOW` lists it. */
export function isAllowedAddress(ip: string, rules: EgressRules): boolean {
  if (isPublicAddress(ip)) return true;
  const address = parseAddress(ip);
  if (address === undefined) return false;
  return rules.allow.some(
    (range) => range.address.kind() === address.kind() && address.match(range.address, range.bits),
  );
}

/** The IP address in a URL's hostname, if the hostname is one. */
export function addressLiteral(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  // Not by ipaddr.js, which throws and catches an error for every name: three seconds for a batch of 100,000 pages.
  return isIP(bare) === 0 ? undefined : bare;
}

/** IPv4-mapped IPv6 addresses become the IPv4 address that the kernel connects to. */
function parseAddress(ip: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (isIPv4(ip)) return ipaddr.IPv4.parse(ip);
  if (!isIPv6(ip) || ip.includes('%')) return undefined;
  return ipaddr.process(ip);
}

function isPublicV4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !address.match(azureWireServer, 32);
}

function isPublicV6(address: ipaddr.IPv6): boolean {
  // An IPv6-only network reaches every IPv4 site through a NAT64 address, which is as public as the embedded one.
  if (address.match(nat64)) return isPublicV4(lastFourBytes(address));
  // Outside 2000::/3 nothing is public (IPv4-compatible, site-local, unassigned). Inside it, `range` excludes the
  // special blocks: 6to4, Teredo, ORCHID, documentation, benchmarking.
  return address.match(globalUnicast) && address.range() === 'unicast' && !isIsatap(address);
}

/** An ISATAP interface identifier makes the site's router tunnel the packet to an IPv4 host behind it. */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return ((parts[4] ?? 0) & ~0x0300) === 0 && parts[5] === 0x5efe;
}

function lastFourBytes(address: ipaddr.IPv6): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}
