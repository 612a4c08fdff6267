import type { Item } from '../declared/evidence.ts';

const textProperties = ['name', 'headline', 'text', 'title', '@value', 'value', 'ratingValue', 'price', '@text'];
export const urlProperties = ['url', 'contentUrl', 'contentURL', 'href', 'src', '@id', 'thumbnailUrl'];

/** The first text or number among these properties. */
export function firstOf(item: Item, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = item.properties.get(name)?.[0];
    if (typeof value === 'string' && value) return value;
    if (typeof value === 'number') return String(value);
  }
  return undefined;
}

/** The name or text of an item; of a quantity its value with the unit, of an address its lines. */
export function itemText(item: Item): string | undefined {
  const unit = firstOf(item, ['unitText', 'unitCode']);
  const amount = unit && firstOf(item, ['value']);
  if (amount) return `${amount} ${unit}`;
  if (item.types.some((type) => type.endsWith('Address'))) {
    const parts = ['streetAddress', 'postalCode', 'addressLocality', 'addressRegion', 'addressCountry'];
    const lines = parts.flatMap((name) => firstOf(item, [name]) ?? []);
    if (lines.length > 0) return lines.join(', ');
  }
  return firstOf(item, textProperties);
}
