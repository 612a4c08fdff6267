import type { PageDocument } from '../../pages/document.ts';
import { findAll, textOf } from '../../pages/tree/nodes.ts';
import { addTo, type Item, type Value } from './evidence.ts';
import { readLeniently } from './lenientJson.ts';
import { plainText } from './text.ts';

interface JsonObject {
  readonly [key: string]: unknown;
}
function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
function listed(value: unknown): unknown[] {
  return Array.isArray(value) ? value.flat(3) : value === undefined ? [] : [value];
}

/** Deeper nesting is followed by nobody, and what refers to itself must end. */
const maxDepth = 12;
const mostItems = 2_000;

export function localName(name: string): string {
  return name.replace(/^.*[/#:]/, '');
}
/** Properties begin with a small letter, also where a page writes them otherwise. */
function propertyName(key: string): string {
  return localName(key).replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
}

/** Every object of the page's JSON-LD: the outermost ones, with `@id` references put in their place. */
export function readJsonLdItems({ html }: PageDocument): Item[] {
  const roots: JsonObject[] = [];
  for (const script of findAll(
    html,
    ({ name, attribs }) => name === 'script' && /ld\+json/i.test(attribs['type'] ?? ''),
  ))
    collectRoots(readLeniently(textOf(script)), roots, 0);

  const byId = new Map<string, JsonObject>();
  for (const root of roots) index(root, byId, 0);
  const made = new Map<JsonObject, Item>();

  function toItem(object: JsonObject, depth: number): Item | undefined {
    const known = made.get(object);
    if (known) return known;
    if (depth > maxDepth || made.size > mostItems) return undefined;
    const types = listed(object['@type']).filter((type) => typeof type === 'string');
    const item: Item = { source: 'json-ld', types: types.map(localName), properties: new Map() };
    made.set(object, item);
    for (const [key, value] of Object.entries(object)) {
      if (key.startsWith('@') && key !== '@id') continue;
      for (const each of listed(value)) {
        const converted = toValue(each, depth + 1);
        if (converted !== undefined) addTo(item, key === '@id' ? '@id' : propertyName(key), converted);
      }
    }
    return item;
  }
  function toValue(value: unknown, depth: number): Value | undefined {
    if (typeof value === 'string') return plainText(value) || undefined;
    if (typeof value === 'number' || typeof value === 'boolean') return value;
    if (!isObject(value)) return undefined;
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

function collectRoots(value: unknown, into: JsonObject[], depth: number): void {
  if (depth > maxDepth || into.length > mostItems) return;
  if (Array.isArray(value)) for (const each of value) collectRoots(each, into, depth + 1);
  else if (isObject(value)) {
    if (value['@graph'] !== undefined) collectRoots(value['@graph'], into, depth + 1);
    if (Object.keys(value).some((key) => !key.startsWith('@'))) into.push(value);
  }
}

function index(value: unknown, byId: Map<string, JsonObject>, depth: number): void {
  if (depth > maxDepth) return;
  if (Array.isArray(value)) for (const each of value) index(each, byId, depth + 1);
  else if (isObject(value)) {
    const id = value['@id'];
    if (typeof id === 'string') {
      const known = byId.get(id);
      if (!known || Object.keys(known).length < Object.keys(value).length) byId.set(id, value);
    }
    for (const each of Object.values(value)) if (typeof each === 'object') index(each, byId, depth + 1);
  }
}
