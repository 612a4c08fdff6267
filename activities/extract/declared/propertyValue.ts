import type { PageDocument } from '../../pages/document.ts';
import type { PageElement } from '../../pages/tree/nodes.ts';
import { addTo, type Item } from './evidence.ts';
import { textIn, tidy } from './text.ts';

/** The names in an attribute such as `itemprop`, separated by spaces. */
export function namesIn(text: string | undefined): string[] {
  return text?.split(/\s+/).filter(Boolean) ?? [];
}

/** The value that an element gives to a property; the rules are those of microdata. */
export function readValue(element: PageElement, resolve: PageDocument['resolve']): string {
  const { name, attribs } = element;
  if (attribs['content'] !== undefined) return tidy(attribs['content']);
  switch (name) {
    case 'a':
    case 'area':
    case 'link':
      return resolve(attribs['href']) ?? textIn(element);
    case 'img':
    case 'source':
    case 'video':
    case 'audio':
    case 'embed':
    case 'iframe':
      return resolve(attribs['src'] ?? attribs['data-src']) ?? '';
    case 'object':
      return resolve(attribs['data']) ?? '';
    case 'data':
    case 'meter':
      return attribs['value'] ?? textIn(element);
    case 'time':
      return attribs['datetime'] ?? textIn(element);
    default:
      return textIn(element);
  }
}

/** Adds a value. A link adds both its text and its address, since `<a itemprop="author" href="…">Ann</a>` declares both. */
export function addValue(item: Item, name: string, element: PageElement, value: string): void {
  const text = element.name === 'a' && element.attribs['content'] === undefined ? textIn(element) : '';
  if (text && text !== value) {
    const linked: Item = { source: item.source, types: [], properties: new Map() };
    addTo(linked, 'name', text);
    addTo(linked, 'url', value);
    addTo(item, name, linked);
  } else addTo(item, name, value);
}
