import { matchesPattern, normalizePattern } from './pattern.ts';
import { parseLines } from './robotsLines.ts';

/** What a robots.txt says to one crawler. */
export interface RobotsRules {
  isAllowed(url: string): boolean;
  /** How many seconds it wants between two requests, if it says so. */
  crawlDelay?: number;
  /** As they are written there: a file for all crawlers names them once. */
  sitemaps: readonly string[];
  /** Of the file, in characters. */
  size: number;
}

/** More is no file for people. */
const maxSitemaps = 1_000;

interface Rule {
  allow: boolean;
  pattern: string;
}

/**
 * Reads a robots.txt as RFC 9309 says, and as Google's own parser does where people write it differently. Ours, because
 * the packages for it fail Google's published cases, and match a hostile pattern in quadratic time.
 */
export function parseRobots(text: string, productToken: string): RobotsRules {
  const { rules, crawlDelay } = groupFor(text, productToken);
  return {
    size: text.length,
    sitemaps: sitemapsIn(text),
    ...(crawlDelay !== undefined && { crawlDelay }),
    isAllowed(url) {
      const { pathname, search } = new URL(url);
      const path = upperCaseEscapes(pathname + search);
      // The longest pattern decides; of two equally long ones, the one that allows.
      let [allowed, disallowed] = [0, 0];
      for (const { allow, pattern } of rules) {
        if (pattern.length < (allow ? allowed : disallowed) || !matchesPattern(pattern, path)) continue;
        if (allow) allowed = pattern.length;
        else disallowed = pattern.length;
      }
      return disallowed <= allowed;
    },
  };
}

/** A `Sitemap` line belongs to no group: it counts wherever it stands (RFC 9309, 2.2.4). */
function sitemapsIn(text: string): string[] {
  const named = new Set<string>();
  for (const { field, value } of parseLines(text)) {
    if (field === 'sitemap' && value !== '') named.add(value);
    if (named.size === maxSitemaps) break;
  }
  return [...named];
}

interface Group {
  rules: Rule[];
  crawlDelay?: number;
}

/** What the groups that name us say together, or those for everybody if none does. */
function groupFor(text: string, productToken: string): Group {
  const name = productToken.toLowerCase();
  const ours: Group = { rules: [] };
  const everybodys: Group = { rules: [] };
  let isNamed = false;
  let addressed = { us: false, everybody: false };
  let hasRules = false;
  for (const { field, value } of parseLines(text)) {
    if (field === 'user-agent') {
      // A group has one or more of these lines, then its rules.
      if (hasRules) addressed = { us: false, everybody: false };
      hasRules = false;
      if (/^\*(?:\s|$)/.test(value)) addressed.everybody = true;
      else if (/^[a-z_-]*/i.exec(value)?.[0].toLowerCase() === name) addressed.us = true;
      isNamed ||= addressed.us;
      continue;
    }
    if (field === 'sitemap') continue;
    if (field === 'crawl-delay') {
      // Not in the standard: unlike a rule it does not end the lines that say whom a group is for.
      const seconds = Number.parseFloat(value);
      if (!(seconds >= 0 && Number.isFinite(seconds))) continue;
      if (addressed.us) ours.crawlDelay ??= seconds;
      if (addressed.everybody) everybodys.crawlDelay ??= seconds;
      continue;
    }
    hasRules = true;
    const found = rulesOf({ allow: field === 'allow', pattern: normalizePattern(value) });
    if (addressed.us) ours.rules.push(...found);
    if (addressed.everybody) everybodys.rules.push(...found);
  }
  return isNamed ? ours : everybodys;
}

/** A line that allows `/folder/index.html` allows `/folder/` too. */
function rulesOf(rule: Rule): Rule[] {
  if (rule.pattern === '') return [];
  const folder = rule.allow && /^(.*\/)index\.htm[^/]*$/.exec(rule.pattern)?.[1];
  return folder ? [rule, { allow: true, pattern: `${folder}$` }] : [rule];
}

function upperCaseEscapes(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, (encoded) => encoded.toUpperCase());
}
