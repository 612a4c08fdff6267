import { type Evidence, type Item, isItem, type Value } from '../declared/evidence.ts';
import { textProperty } from '../declared/pageItem.ts';
import { createNameMatcher } from './nameMatcher.ts';
import { reachableItems } from './propertyPaths.ts';

/** Deeper values are left out: an answer without a schema is for people to read. */
const maxDepth = 4;

const pageProperties = [
  'title',
  'description',
  'canonicalUrl',
  'language',
  'author',
  'published_time',
  'image',
  'site_name',
];

/** What a page declares, under the page's own names. Used if there is no schema; a prompt narrows it down. */
export function describePage(evidence: Evidence, prompt: string): Record<string, unknown> {
  const names = createNameMatcher();
  const asked = names.conceptsOf(prompt).words;
  const data: Record<string, unknown> = {};
  for (const name of pageProperties) {
    const property = name === 'title' && evidence.page.properties.has('heading') ? 'heading' : name;
    const value = textProperty(evidence.page, property);
    if (value) data[name === 'canonicalUrl' ? 'url' : camelCase(name)] = value;
  }
  const items = reachableItems(evidence.items).filter(({ item, depth }) => depth === 0 && item.properties.size > 1);
  const requested = items.filter(({ item }) =>
    item.types.some((type) => [...names.conceptsOf(type).words].some((word) => asked.has(word))),
  );
  for (const { item } of requested.length > 0 ? requested : items) {
    const key = camelCase(item.types[0] ?? 'declared');
    const value = toPlainObject(item, 0);
    const existing = Object.hasOwn(data, key) ? data[key] : undefined;
    data[key] = existing === undefined ? value : [...(Array.isArray(existing) ? existing : [existing]), value];
  }
  for (const { label, value } of evidence.facts) {
    const words = names.conceptsOf(label).words;
    if ([...words].some((word) => asked.has(word)) && !Object.hasOwn(data, label) && words.size <= 4)
      data[camelCase(label)] ??= value;
  }
  return data;
}

function camelCase(name: string): string {
  return name
    .replace(/[^\p{L}\d]+(\p{L}|\d)?/gu, (_, letter?: string) => letter?.toUpperCase() ?? '')
    .replace(/^\p{Lu}/u, (letter) => letter.toLowerCase());
}

function toPlainObject(item: Item, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    [...item.properties].flatMap(([name, values]) => {
      const list = values.flatMap((value) => toPlainValue(value, depth) ?? []);
      if (name.startsWith('@') || list.length === 0) return [];
      return [[name, list.length === 1 ? list[0] : list]];
    }),
  );
}

function toPlainValue(value: Value, depth: number): unknown {
  if (!isItem(value)) return value;
  return depth < maxDepth ? toPlainObject(value, depth + 1) : undefined;
}
