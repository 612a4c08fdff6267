import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { parse } from 'tldts';
import { parseUrl } from '../parseUrl.ts';

/** Which of the seven rules for allowed origins decided. */
export type OriginRule =
  /** 1: the key's list is empty. */
  | 'any-site'
  /** 2: an entry names exactly this host. */
  | 'exact-host'
  /** 3: an entry `*.example.com` covers this subdomain. */
  | 'subdomain'
  /** 5: the request names no page, like those of servers and command lines. */
  | 'no-page'
  /** 6: a developer's own machine. */
  | 'localhost'
  /** 7: a page on an unlisted host. */
  | 'unlisted';

export interface OriginDecision {
  allowed: boolean;
  rule: OriginRule;
  /** The page's host as it was parsed; absent if the request names none. */
  host?: string;
}

export interface OriginRequest {
  /** The key's list, in the form that `normalizeOriginEntry` gives its entries. */
  entries: readonly string[];
  origin?: string | undefined;
  referer?: string | undefined;
}

/**
 * Decides whether a page may use a publishable key. `Origin` decides if it is sent, else `Referer` (rule 4).
 *
 * A header that names no host (`null`, from a sandboxed frame or a local file, or text that is no URL) comes from a page
 * that cannot be identified, and is treated like an unlisted one. Scheme, port and case never matter.
 */
export function decideOrigin({ entries, origin, referer }: OriginRequest): OriginDecision {
  const page = present(origin) ?? present(referer);
  const host = page === undefined ? undefined : hostOf(page);
  const named = host === undefined ? {} : { host };
  if (entries.length === 0) return { allowed: true, rule: 'any-site', ...named };
  if (page === undefined) return { allowed: true, rule: 'no-page' };
  if (host === undefined) return { allowed: false, rule: 'unlisted' };
  if (host === 'localhost' || host.endsWith('.localhost')) return { allowed: true, rule: 'localhost', host };
  for (const entry of entries) {
    const listed = normalizeOriginEntry(entry);
    if (listed === host) return { allowed: true, rule: 'exact-host', host };
    // The leading dot keeps `notexample.com` and `example.com` itself outside of `*.example.com`.
    if (listed.startsWith('*.') && host.endsWith(listed.slice(1))) return { allowed: true, rule: 'subdomain', host };
  }
  return { allowed: false, rule: 'unlisted', host };
}

/** The stored form of an entry: lower case, ASCII, no final dot. Only for entries that `validateOriginEntry` accepts. */
export function normalizeOriginEntry(entry: string): string {
  const trimmed = entry.trim();
  const wildcard = trimmed.startsWith('*.');
  const host = wildcard ? trimmed.slice(2) : trimmed;
  const ascii = domainToASCII(host.replace(/\.$/, '')) || host.toLowerCase();
  return wildcard ? `*.${ascii}` : ascii;
}

/** What is wrong with an entry of an allowed-origins list, as a sentence; undefined if it is valid. */
export function validateOriginEntry(entry: string): string | undefined {
  const text = entry.trim();
  if (text === '') return 'An entry is a hostname such as example.com or *.example.com.';
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return 'Leave the scheme away: only the hostname counts.';
  if (/[/?#\\]/.test(text)) return 'Leave the path away: only the hostname counts.';
  if (text.includes('@') || /\s/.test(text)) return 'A hostname has no spaces and no @.';
  if (text === '*') return 'To allow every site, leave the list empty.';

  const host = text.startsWith('*.') ? text.slice(2) : text;
  if (host.includes('*')) return 'A star stands only at the beginning, as in *.example.com.';
  if (/:\d*$/.test(host) && !host.startsWith('[')) return 'Leave the port away: every port of a host is allowed.';

  const ascii = domainToASCII(host.replace(/\.$/, ''));
  if (ascii === '' || ascii.length > 253) return `"${host.slice(0, 80)}" is not a hostname.`;
  if (isIP(ascii.replace(/^\[|\]$/g, '')) !== 0) {
    return text.startsWith('*.') ? 'An IP address has no subdomains.' : undefined;
  }
  const labels = ascii.split('.');
  if (labels.some((label) => !/^(?!-)[a-z0-9_-]{1,63}(?<!-)$/.test(label)))
    return `"${host.slice(0, 80)}" is not a hostname.`;
  // `*.vercel.app` is useful for previews; `*.com` is a mistake that would open the key to half of the web.
  if (text.startsWith('*.') && isRegistrySuffix(ascii)) return `*.${ascii} would allow every site under .${ascii}.`;
  return undefined;
}

function isRegistrySuffix(host: string): boolean {
  const known = parse(host, { allowPrivateDomains: false });
  return known.isIcann === true && known.domain === null;
}

function present(header: string | undefined): string | undefined {
  return header === undefined || header.trim() === '' ? undefined : header.trim();
}

function hostOf(page: string): string | undefined {
  return parseUrl(page)?.hostname.replace(/\.$/, '').toLowerCase() || undefined;
}
