import { type Evidence, type Item, isItem, type Value } from '../declared/evidence.ts';
import { textProperty } from '../declared/page.ts';
import { createNames } from './names.ts';
import { reachable } from './paths.ts';

/** An answer without a schema is for reading: what is nested deeper is of no use to anybody. */
const maxDepth = 4;

/** What a page declares of its subject, under the page's own names, where no schema says what is wanted. */
export function describe(evidence: Evidence, prompt: string): Record<string, unknown> {
  const names = createNames();
  const asked = names.conceptsOf(prompt).words;
  const data: Record<string, unknown> = {};
  for (const name of [
    'title',
    'description',
    'canonicalUrl',
    'language',
    'author',
    'published_time',
    'image',
    'site_name',
  ]) {
    const value = textProperty(
      evidence.page,
      name === 'title' && evidence.page.properties.has('heading') ? 'heading' : name,
    );
    if (value) data[name === 'canonicalUrl' ? 'url' : camel(name)] = value;
  }
  const items = reachable(evidence.items).filter(({ item, depth }) => depth === 0 && item.properties.size > 1);
  const about = items.filter(({ item }) =>
    item.types.some((type) => [...names.conceptsOf(type).words].some((word) => asked.has(word))),
  );
  for (const { item } of about.length > 0 ? about : items) {
    const key = camel(item.types[0] ?? 'declared');
    const value = plain(item, 0);
    const known = data[key];
    data[key] = known === undefined ? value : [...(Array.isArray(known) ? known : [known]), value];
  }
  for (const { label, value } of evidence.facts) {
    const words = names.conceptsOf(label).words;
    if ([...words].some((word) => asked.has(word)) && !Object.hasOwn(data, label) && words.size <= 4)
      data[camel(label)] ??= value;
  }
  return data;
}

function camel(name: string): string {
  return name
    .replace(/[^\p{L}\d]+(\p{L}|\d)?/gu, (_, letter?: string) => letter?.toUpperCase() ?? '')
    .replace(/^\p{Lu}/u, (letter) => letter.toLowerCase());
}

function plain(item: Item, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    [...item.properties].flatMap(([name, values]) => {
      const list = values.flatMap((value) => plainValue(value, depth) ?? []);
      if (name.startsWith('@') || list.length === 0) return [];
      return [[name, list.length === 1 ? list[0] : list]];
    }),
  );
}

function plainValue(value: Value, depth: number): unknown {
  if (!isItem(value)) return value;
  return depth < maxDepth ? plain(value, depth + 1) : undefined;
}
