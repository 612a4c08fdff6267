import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { parse } from 'tldts';
import { readableNumber } from '../readableNumber.ts';

/** The canonical spelling of a domain, which cache keys and requests use: lower case, ASCII, no `www.`, no final dot. */
export type ParsedDomain = { domain: string; problem?: never } | { problem: string; domain?: never };

/** Longer than any URL that browsers send. */
const maxInputLength = 2_048;

/**
 * Finds the bare domain in whatever a person pastes: a URL, a host with a port, `WWW.Example.com.`, `møller.dk`.
 *
 * @example parseDomain('https://www.example.com/about?x=1') // { domain: 'example.com' }
 */
export function parseDomain(raw: string): ParsedDomain {
  if (raw.length > maxInputLength)
    return { problem: `The domain is longer than ${readableNumber(maxInputLength)} characters.` };
  const decoded = decodePercent(raw);
  if (decoded === undefined) return { problem: 'The domain has a malformed percent-encoding.' };

  const host = hostOf(decoded.trim());
  if (host === '') return { problem: 'The domain is empty: give one, such as example.com.' };
  if (host.includes('[') || isIP(host) !== 0) return { problem: 'An IP address has no icon: give a domain name.' };
  if (/[\s\p{Cc}]/u.test(host)) return { problem: 'A domain has no spaces.' };

  const ascii = domainToASCII(host);
  if (ascii === '') return { problem: `"${shorten(host)}" is not a domain name.` };
  // `domainToASCII` reads hosts as browsers do, so `127.1` and `0x7f000001` have become addresses by now.
  if (isIP(ascii) !== 0) return { problem: 'An IP address has no icon: give a domain name.' };
  if (ascii === 'localhost' || ascii.endsWith('.localhost')) return { problem: 'localhost is not a public domain.' };

  return checkDomain(stripWww(ascii));
}

function checkDomain(domain: string): ParsedDomain {
  if (!domain.includes('.')) return { problem: `"${shorten(domain)}" has no dot: give a whole domain.` };
  if (domain.length > 253) return { problem: 'The domain is longer than 253 characters.' };
  const badLabel = domain.split('.').find((label) => !isHostLabel(label));
  if (badLabel !== undefined) return { problem: `"${shorten(domain)}" is not a domain name.` };

  // Only the ICANN part of the suffix list: `github.io` is itself a site, `co.uk` is not.
  const known = parse(domain, { allowPrivateDomains: false, allowIcannDomains: true });
  if (known.isIcann === true && known.domain === null)
    return { problem: `"${shorten(domain)}" is a suffix that sites are registered under.` };
  return { domain };
}

/** Whether a name can be a site: nothing is registered under an unknown top-level label, so nobody needs to be asked. */
export function canBeRegistered(domain: string): boolean {
  return parse(domain, { allowPrivateDomains: false }).isIcann === true;
}

/** The domain that was registered, `example.co.uk` for `shop.example.co.uk`: whoever has it decides on all names below. */
export function registrableDomain(domain: string): string {
  return parse(domain, { allowPrivateDomains: false }).domain ?? domain;
}

/** The domain of whoever owns this host. `acme.github.io` is its own: the sites below `github.io` are other people's. */
export function ownersDomain(domain: string): string {
  return parse(domain, { allowPrivateDomains: true }).domain ?? domain;
}

/** Removes scheme, user, port, path, query and final dot; the text need not be a valid URL. */
function hostOf(text: string): string {
  // Routers and proxies merge slashes, so `https:/example.com` arrives too. A bare `example.com:80` has no slash.
  const withoutScheme = text.replace(/^(?:[a-z][a-z0-9+.-]*:)?[/\\]+/i, '').replace(/^https?:/i, '');
  const authority = /^[^/\\?#]*/.exec(withoutScheme)?.[0] ?? '';
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  return host
    .replace(/:\d*$/, '')
    .replace(/[.。]$/, '')
    .trim();
}

function decodePercent(raw: string): string | undefined {
  try {
    return decodeURIComponent(raw);
  } catch {
    return undefined;
  }
}

/** Removes `www.`, except from `www.com` and `www.co.uk`, which are domains themselves. */
function stripWww(domain: string): string {
  if (!domain.startsWith('www.')) return domain;
  const rest = domain.slice('www.'.length);
  return parse(rest, { allowPrivateDomains: false }).domain === null ? domain : rest;
}

function isHostLabel(label: string): boolean {
  return /^(?!-)[a-z0-9-]{1,63}(?<!-)$/.test(label);
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
