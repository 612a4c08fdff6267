import { childPointer } from '../../../contracts/json/pointer.ts';
import { type Evidence, type Item, isItem, type Origin, type Value } from '../declared/evidence.ts';
import { textProperty } from '../declared/pageItem.ts';
import type { Provenance } from './candidate.ts';
import { createNameMatcher } from './nameMatcher.ts';
import { reachableItems } from './propertyPaths.ts';
import { provenanceOf } from './provenance.ts';

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

export interface PageDescription {
  data: Record<string, unknown>;
  /** By JSON Pointer. */
  sources: Map<string, Provenance>;
}

/** What a page declares, under the page's own names. Used if there is no schema; a prompt narrows it down. */
export function describePage(evidence: Evidence, prompt: string): PageDescription {
  const names = createNameMatcher();
  const asked = names.conceptsOf(prompt).words;
  const data: Record<string, unknown> = {};
  const sources = new Map<string, Provenance>();

  function record(pointer: string, value: string | number | boolean, place: Place): void {
    const { source, path, origin } = place;
    const candidate = { values: [value], score: 1, source, path, origins: [origin] };
    sources.set(pointer, provenanceOf(candidate, { value, raw: value, at: 0 }));
  }

  function toPlainObject(item: Item, pointer: string, path: string, depth: number): Record<string, unknown> {
    const plain: Record<string, unknown> = {};
    for (const [name, values] of item.properties) {
      const kept = values.filter((value) => !isItem(value) || depth < maxDepth);
      if (name.startsWith('@') || kept.length === 0) continue;
      const own = childPointer(pointer, name);
      const toPlainValue = (value: Value, at: number) => {
        const place = kept.length === 1 ? own : childPointer(own, at);
        const inner = `${path}.${name}`;
        if (isItem(value)) return toPlainObject(value, place, inner, depth + 1);
        const origin = item.origins?.get(name)?.[values.indexOf(value)];
        record(place, value, { source: item.source, path: inner, origin });
        return value;
      };
      const list = kept.map(toPlainValue);
      plain[name] = list.length === 1 ? list[0] : list;
    }
    return plain;
  }

  for (const name of pageProperties) {
    const property = name === 'title' && evidence.page.properties.has('heading') ? 'heading' : name;
    const value = textProperty(evidence.page, property);
    if (!value) continue;
    const key = name === 'canonicalUrl' ? 'url' : camelCase(name);
    data[key] = value;
    const origin = evidence.page.origins?.get(property)?.[0];
    record(childPointer('', key), value, { source: 'meta', path: property, origin });
  }
  const items = reachableItems(evidence.items).filter(({ item, depth }) => depth === 0 && item.properties.size > 1);
  const requested = items.filter(({ item }) =>
    item.types.some((type) => [...names.conceptsOf(type).words].some((word) => asked.has(word))),
  );
  const byKey = new Map<string, Item[]>();
  for (const { item } of requested.length > 0 ? requested : items) {
    const key = camelCase(item.types[0] ?? 'declared');
    byKey.set(key, [...(byKey.get(key) ?? []), item]);
  }
  for (const [key, alike] of byKey) {
    const pointer = childPointer('', key);
    const plain = alike.map((item, at) =>
      toPlainObject(item, alike.length === 1 ? pointer : childPointer(pointer, at), item.types[0] ?? 'declared', 0),
    );
    data[key] = plain.length === 1 ? plain[0] : plain;
  }
  for (const { label, value, source } of evidence.facts) {
    const words = names.conceptsOf(label).words;
    const key = camelCase(label);
    if (![...words].some((word) => asked.has(word)) || words.size > 4 || Object.hasOwn(data, key)) continue;
    data[key] = value;
    record(childPointer('', key), value, { source, path: label });
  }
  return { data, sources };
}

interface Place extends Pick<Provenance, 'source' | 'path'> {
  origin?: Origin | undefined;
}

function camelCase(name: string): string {
  return name
    .replace(/[^\p{L}\d]+(\p{L}|\d)?/gu, (_, letter?: string) => letter?.toUpperCase() ?? '')
    .replace(/^\p{Lu}/u, (letter) => letter.toLowerCase());
}
