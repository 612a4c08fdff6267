import { isRecord } from '../../../contracts/json/isRecord.ts';
import type { PageDocument } from '../../pages/document.ts';
import { type JsonLdObject, parseJsonLd } from '../../pages/jsonLd.ts';
import { addTo, type Item, type Value } from './evidence.ts';
import { plainText } from './text.ts';

function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value.flat(3) : value === undefined ? [] : [value];
}

/** Also ends the conversion of objects that refer to themselves. */
const maxDepth = 12;
const maxItems = 2_000;

/** The last part of a URI or prefixed name: `https://schema.org/Event` and `schema:Event` → `Event`. */
export function localName(name: string): string {
  return name.replace(/^.*[/#:]/, '');
}
/** Some pages write property names with a capital letter. */
function propertyName(key: string): string {
  return localName(key).replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
}

/** The top-level objects of the page's JSON-LD, with `@id` references replaced by the objects they refer to. */
export function readJsonLdItems(document: PageDocument): Item[] {
  const roots: JsonLdObject[] = [];
  for (const value of parseJsonLd(document)) collectRoots(value, roots, 0);
  const byId = new Map<string, JsonLdObject>();
  for (const root of roots) indexById(root, byId, 0);
  const items = new Map<JsonLdObject, Item>();

  function toItem(object: JsonLdObject, depth: number): Item | undefined {
    const known = items.get(object);
    if (known) return known;
    if (depth > maxDepth || items.size > maxItems) return undefined;
    const types = toList(object['@type']).filter((type) => typeof type === 'string');
    const item: Item = { source: 'json-ld', types: types.map(localName), properties: new Map() };
    items.set(object, item);
    for (const [key, value] of Object.entries(object)) {
      if (key.startsWith('@') && key !== '@id') continue;
      for (const each of toList(value)) {
        const converted = toValue(each, depth + 1);
        if (converted !== undefined) addTo(item, key === '@id' ? '@id' : propertyName(key), converted);
      }
    }
    return item;
  }
  function toValue(value: unknown, depth: number): Value | undefined {
    if (typeof value === 'string') return plainText(value) || undefined;
    if (typeof value === 'number' || typeof value === 'boolean') return value;
    if (!isRecord(value)) return undefined;
    if (value['@value'] !== undefined) return toValue(value['@value'], depth);
    if (value['@list'] !== undefined) return toValue({ item: value['@list'] }, depth);
    const id = value['@id'];
    if (typeof id === 'string' && Object.keys(value).length <= 2) {
      const target = byId.get(id);
      if (target) return toItem(target, depth);
      if (Object.keys(value).length === 1) return id;
    }
    return toItem(value, depth);
  }
  return roots.flatMap((root) => toItem(root, 0) ?? []);
}

function collectRoots(value: unknown, into: JsonLdObject[], depth: number): void {
  if (depth > maxDepth || into.length > maxItems) return;
  if (Array.isArray(value)) for (const each of value) collectRoots(each, into, depth + 1);
  else if (isRecord(value)) {
    if (value['@graph'] !== undefined) collectRoots(value['@graph'], into, depth + 1);
    if (Object.keys(value).some((key) => !key.startsWith('@'))) into.push(value);
  }
}

/** Of several objects with the same `@id`, the one with the most properties counts. */
function indexById(value: unknown, byId: Map<string, JsonLdObject>, depth: number): void {
  if (depth > maxDepth) return;
  if (Array.isArray(value)) for (const each of value) indexById(each, byId, depth + 1);
  else if (isRecord(value)) {
    const id = value['@id'];
    if (typeof id === 'string') {
      const known = byId.get(id);
      if (!known || Object.keys(known).length < Object.keys(value).length) byId.set(id, value);
    }
    for (const each of Object.values(value)) if (typeof each === 'object') indexById(each, byId, depth + 1);
  }
}
