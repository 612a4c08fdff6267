import type { PageDocument } from '../../pages/document.ts';
import type { PageElement } from '../../pages/tree/nodes.ts';
import { addTo, type Item, type Value } from './evidence.ts';
import { localName } from './jsonLd.ts';
import { textIn, tidy } from './text.ts';

function words(text: string | undefined): string[] {
  return text?.split(/\s+/).filter(Boolean) ?? [];
}

/** A property's value, as microdata and RDFa both read it off an element. */
function readValue(element: PageElement, resolve: PageDocument['resolve']): string {
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

/** A link that is a property is an address, but its words are a value too: `<a itemprop="author" href="…">Ann</a>`. */
function addLinked(item: Item, name: string, element: PageElement, value: string): void {
  const text = element.name === 'a' && element.attribs['content'] === undefined ? textIn(element) : '';
  if (text && text !== value) {
    const linked: Item = { source: item.source, types: [], properties: new Map() };
    addTo(linked, 'name', text);
    addTo(linked, 'url', value);
    addTo(item, name, linked);
  } else addTo(item, name, value);
}

export function readMicrodata({ html, resolve }: PageDocument): Item[] {
  const roots: Item[] = [];
  /** Properties outside of any item, as careless pages have them. */
  const loose: Item = { source: 'microdata', types: [], properties: new Map() };
  const byId = new Map<string, PageElement>();
  const referenced: [Item, string[]][] = [];

  function visit(element: PageElement, owner: Item): void {
    const { attribs } = element;
    let inner = owner;
    const properties = words(attribs['itemprop']);
    if (attribs['itemscope'] !== undefined || attribs['itemtype'] !== undefined) {
      const item: Item = {
        source: 'microdata',
        types: words(attribs['itemtype']).map(localName),
        properties: new Map(),
      };
      if (attribs['itemref']) referenced.push([item, words(attribs['itemref'])]);
      if (properties.length === 0) roots.push(item);
      for (const name of properties) addTo(owner, localName(name), item);
      const own = properties.length > 0 ? readValue(element, resolve) : '';
      if (own && own.length < 5_000 && element.name !== 'a') item.properties.set('@text', [own]);
      inner = item;
    } else if (properties.length > 0) {
      const value = readValue(element, resolve);
      if (value) for (const name of properties) addLinked(owner, localName(name), element, value);
    }
    if (attribs['id']) byId.set(attribs['id'], element);
    for (let child = element.first; child; child = child.next) if (child.nodeType === 1) visit(child, inner);
  }
  visit(html, loose);
  for (const [item, ids] of referenced)
    for (const id of ids) {
      const element = byId.get(id);
      if (element) visit(element, item);
    }
  return loose.properties.size > 0 ? [...roots, loose] : roots;
}

/** `property` in `<head>` is OpenGraph's and read with the other metadata. */
export function readRdfa({ body, resolve }: PageDocument): Item[] {
  const roots: Item[] = [];
  function visit(element: PageElement, owner: Item | undefined): void {
    const { attribs } = element;
    const properties = words(attribs['property']).map(localName);
    const types = words(attribs['typeof']).map(localName);
    let inner = owner;
    if (types.length > 0) {
      const item: Item = { source: 'rdfa', types, properties: new Map() };
      if (owner && properties.length > 0) for (const name of properties) addTo(owner, name, item);
      else roots.push(item);
      inner = item;
    } else if (owner && properties.length > 0) {
      const linked = attribs['resource'] ?? attribs['href'];
      const value: Value =
        attribs['content'] === undefined && linked && element.name !== 'a'
          ? (resolve(linked) ?? linked)
          : readValue(element, resolve);
      if (value) for (const name of properties) addLinked(owner, name, element, value);
    }
    for (let child = element.first; child; child = child.next) if (child.nodeType === 1) visit(child, inner);
  }
  visit(body, undefined);
  return roots;
}
