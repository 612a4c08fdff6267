import type { Candidate } from '../candidate.ts';
import type { PageTags } from './pageTags.ts';
import { resolveUrl } from './urls.ts';

const maxLogos = 4;
const maxDepth = 12;
const maxNodes = 5_000;

/** Logos in a page's JSON-LD: the organization's own, one inside a graph, or that of an article's publisher. */
export function jsonLdLogos({ jsonLd, base }: PageTags): Candidate[] {
  const roots = jsonLd.map(parseJsonLd).filter((root) => root !== undefined);
  const logos: unknown[] = [];
  const byId = new Map<string, Record<string, unknown>>();
  let nodes = 0;
  function visit(value: unknown, depth: number): void {
    if (typeof value !== 'object' || value === null || depth > maxDepth || nodes++ > maxNodes) return;
    if (Array.isArray(value)) {
      for (const item of value) visit(item, depth + 1);
      return;
    }
    const record: Record<string, unknown> = { ...value };
    const id = record['@id'];
    // An object with nothing but an `@id` refers to a node that is described elsewhere.
    if (typeof id === 'string' && Object.keys(record).length > 1) byId.set(id, record);
    if (record['logo'] !== undefined) logos.push(record['logo']);
    for (const inner of Object.values(record)) visit(inner, depth + 1);
  }
  visit(roots, 0);

  const urls = logos.flatMap((logo) => urlsOf(logo, byId)).map((reference) => resolveUrl(reference, base));
  return [...new Set(urls)]
    .flatMap((url) => (url === undefined ? [] : [{ url, source: 'json-ld' as const }]))
    .slice(0, maxLogos);
}

/** A logo is a URL, an ImageObject, a reference to one, or a list of these. */
function urlsOf(logo: unknown, byId: ReadonlyMap<string, Record<string, unknown>>): string[] {
  if (typeof logo === 'string') return [logo];
  if (Array.isArray(logo)) return logo.flatMap((item) => (Array.isArray(item) ? [] : urlsOf(item, byId)));
  if (typeof logo !== 'object' || logo === null) return [];
  const own: Record<string, unknown> = { ...logo };
  const id = own['@id'];
  const record =
    own['url'] === undefined && own['contentUrl'] === undefined && typeof id === 'string' ? (byId.get(id) ?? own) : own;
  const url = [record['contentUrl'], record['url'], record['@id']].flat().find((value) => typeof value === 'string');
  return typeof url === 'string' ? [url] : [];
}

/** Templates wrap the JSON in comments or CDATA, and some end it with a semicolon. */
function parseJsonLd(text: string): unknown {
  const bare = text
    .trim()
    .replace(/^(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)/, '')
    .replace(/(?:-->|\/\*\s*\]\]>\s*\*\/|\/\/\s*\]\]>|\]\]>)$/, '')
    .trim()
    .replace(/;$/, '');
  try {
    return JSON.parse(bare);
  } catch {
    return undefined;
  }
}
