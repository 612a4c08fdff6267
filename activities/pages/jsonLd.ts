import type { PageDocument } from './document.ts';
import { findAll, textOf } from './tree/nodes.ts';

export interface JsonLdObject {
  readonly [key: string]: unknown;
}

function isObject(value: unknown): value is JsonLdObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A page may nest its objects as deep as it likes; what it says of itself is near the top. */
const maxDepth = 4;

function flatten(value: unknown, into: JsonLdObject[], depth: number): void {
  if (depth > maxDepth || into.length > 200) return;
  if (Array.isArray(value)) for (const item of value) flatten(item, into, depth + 1);
  else if (isObject(value)) {
    into.push(value);
    flatten(value['@graph'], into, depth + 1);
    flatten(value['mainEntity'], into, depth + 1);
    flatten(value['mainEntityOfPage'], into, depth + 1);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    try {
      // Line breaks inside strings are the usual mistake.
      return JSON.parse(text.replace(/\p{Cc}+/gu, ' ').replace(/^\s*(?:\/\/)?<!\[CDATA\[|(?:\/\/)?\]\]>\s*$/g, ''));
    } catch {
      return undefined;
    }
  }
}

export function readJsonLd({ html }: PageDocument): JsonLdObject[] {
  const objects: JsonLdObject[] = [];
  for (const script of findAll(html, (element) => element.name === 'script')) {
    if (/ld\+json/i.test(script.attribs['type'] ?? '')) flatten(parse(textOf(script)), objects, 0);
  }
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

/** The first text under any of these keys; objects answer with their `name`, lists with all of theirs. */
export function textUnder(object: JsonLdObject, key: string): string | undefined {
  const value = object[key];
  const texts = (Array.isArray(value) ? value : [value]).flatMap((item: unknown) => {
    const text = isObject(item) ? item['name'] : item;
    return typeof text === 'string' && text.trim() ? [text.trim()] : [];
  });
  return texts.length > 0 ? texts.slice(0, 10).join(', ') : undefined;
}
