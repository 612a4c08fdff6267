import { parseLenientJson } from '../pages/lenientJson.ts';

const organization = /(?:Organization|Corporation|Business|Store|Brand|WebSite|NGO|School|Restaurant)$/;

/** The name of the organization, or else of the site, in a page's JSON-LD. */
export function jsonLdName(jsonLd: readonly string[]): string | undefined {
  const found = jsonLd
    .flatMap((text) => namedObjectsIn(parseLenientJson(text), 0))
    .filter(({ type }) => organization.test(type));
  const best = found.find(({ type }) => type !== 'WebSite') ?? found[0];
  return best?.name;
}

function namedObjectsIn(value: unknown, depth: number): { type: string; name: string }[] {
  if (depth > 3 || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.slice(0, 50).flatMap((item) => namedObjectsIn(item, depth + 1));
  const record: Record<string, unknown> = { ...value };
  const type = [record['@type']].flat()[0];
  const { name } = record;
  const own =
    typeof type === 'string' && typeof name === 'string' && name.trim() !== '' ? [{ type, name: name.trim() }] : [];
  return [...own, ...namedObjectsIn(record['@graph'], depth + 1), ...namedObjectsIn(record['publisher'], depth + 1)];
}
