const organization = /(?:Organization|Corporation|Business|Store|Brand|WebSite|NGO|School|Restaurant)$/;

/** The name of the organization, or of the site, in a page's JSON-LD. */
export function declaredName(jsonLd: readonly string[]): string | undefined {
  const found = jsonLd.flatMap((text) => objectsIn(parsed(text), 0)).filter(({ type }) => organization.test(type));
  const best = found.find(({ type }) => type !== 'WebSite') ?? found[0];
  return best?.name;
}

function objectsIn(value: unknown, depth: number): { type: string; name: string }[] {
  if (depth > 3 || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.slice(0, 50).flatMap((item) => objectsIn(item, depth + 1));
  const record: Record<string, unknown> = { ...value };
  const type = [record['@type']].flat()[0];
  const { name } = record;
  const own =
    typeof type === 'string' && typeof name === 'string' && name.trim() !== '' ? [{ type, name: name.trim() }] : [];
  return [...own, ...objectsIn(record['@graph'], depth + 1), ...objectsIn(record['publisher'], depth + 1)];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
