import type { Candidate } from '../candidate.ts';
import { resolveAddress } from './addresses.ts';
import type { PageTags } from './page.ts';

const mostLogos = 4;
const deepest = 12;
const mostNodes = 5_000;

/** Logos in a page's JSON-LD: of the organization itself, inside a graph, or of an article's publisher. */
export function jsonLdLogos({ jsonLd, base }: PageTags): Candidate[] {
  const roots = jsonLd.map(parsed).filter((root) => root !== undefined);
  const logos: unknown[] = [];
  const byId = new Map<string, Record<string, unknown>>();
  let nodes = 0;
  function visit(value: unknown, depth: number): void {
    if (typeof value !== 'object' || value === null || depth > deepest || nodes++ > mostNodes) return;
    if (Array.isArray(value)) {
      for (const item of value) visit(item, depth + 1);
      return;
    }
    const record: Record<string, unknown> = { ...value };
    const id = record['@id'];
    // A bare reference names a node that stands elsewhere in full.
    if (typeof id === 'string' && Object.keys(record).length > 1) byId.set(id, record);
    if (record['logo'] !== undefined) logos.push(record['logo']);
    for (const inner of Object.values(record)) visit(inner, depth + 1);
  }
  visit(roots, 0);

  const urls = logos.flatMap((logo) => addressesOf(logo, byId)).map((reference) => resolveAddress(reference, base));
  return [...new Set(urls)]
    .flatMap((url) => (url === undefined ? [] : [{ url, source: 'json-ld' as const }]))
    .slice(0, mostLogos);
}

/** A logo is an address, an ImageObject, a reference to one, or a list of these. */
function addressesOf(logo: unknown, byId: ReadonlyMap<string, Record<string, unknown>>): string[] {
  if (typeof logo === 'string') return [logo];
  if (Array.isArray(logo)) return logo.flatMap((item) => (Array.isArray(item) ? [] : addressesOf(item, byId)));
  if (typeof logo !== 'object' || logo === null) return [];
  const own: Record<string, unknown> = { ...logo };
  const id = own['@id'];
  const record =
    own['url'] === undefined && own['contentUrl'] === undefined && typeof id === 'string' ? (byId.get(id) ?? own) : own;
  const address = [record['contentUrl'], record['url'], record['@id']]
    .flat()
    .find((value) => typeof value === 'string');
  return typeof address === 'string' ? [address] : [];
}

/** Templates wrap the JSON in comments or CDATA, and some end it with a semicolon. */
function parsed(text: string): unknown {
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
