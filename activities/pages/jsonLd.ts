import { isRecord } from '../../contracts/json/isRecord.ts';
import type { PageDocument } from './document.ts';
import { parseLenientJson } from './lenientJson.ts';
import { findAll, type PageElement } from './tree/nodes.ts';

export type JsonLdObject = Readonly<Record<string, unknown>>;

/** What a page declares about itself is near the top of its JSON-LD. */
const maxDepth = 4;
const maxObjects = 200;

function flatten(value: unknown, into: JsonLdObject[], depth: number): void {
  if (depth > maxDepth || into.length > maxObjects) return;
  if (Array.isArray(value)) for (const item of value) flatten(item, into, depth + 1);
  else if (isRecord(value)) {
    into.push(value);
    flatten(value['@graph'], into, depth + 1);
    flatten(value['mainEntity'], into, depth + 1);
    flatten(value['mainEntityOfPage'], into, depth + 1);
  }
}

/** What the page's JSON-LD scripts hold, also if they have the usual mistakes. */
export function parseJsonLd({ html }: PageDocument): unknown[] {
  const isJsonLd = ({ name, attribs }: PageElement) => name === 'script' && /ld\+json/i.test(attribs['type'] ?? '');
  return findAll(html, isJsonLd).map(({ textContent }) => parseLenientJson(textContent));
}

/** The objects that describe the page, without those nested in other properties. */
export function readJsonLd(document: PageDocument): JsonLdObject[] {
  const objects: JsonLdObject[] = [];
  for (const value of parseJsonLd(document)) flatten(value, objects, 0);
  return objects;
}

export function typesOf(object: JsonLdObject): string[] {
  const type = object['@type'];
  return (Array.isArray(type) ? type : [type]).filter((name): name is string => typeof name === 'string');
}

const articleType = /(?:Article|Posting|Report|Review|Recipe|WebPage)$/;

export function articleObjects(objects: readonly JsonLdObject[]): JsonLdObject[] {
  return objects.filter((object) => typesOf(object).some((type) => articleType.test(type)));
}

/** The text of a property: of an object its `name`, of a list all its texts. */
export function textUnder(object: JsonLdObject, key: string): string | undefined {
  const value = object[key];
  const texts = (Array.isArray(value) ? value : [value]).flatMap((item: unknown) => {
    const text = isRecord(item) ? item['name'] : item;
    return typeof text === 'string' && text.trim() ? [text.trim()] : [];
  });
  return texts.length > 0 ? texts.slice(0, 10).join(', ') : undefined;
}
