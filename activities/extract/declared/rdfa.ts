import type { PageDocument } from '../../pages/document.ts';
import type { PageElement } from '../../pages/tree/nodes.ts';
import { addTo, type Item, type Value } from './evidence.ts';
import { localName } from './jsonLd.ts';
import { addValue, namesIn, readValue } from './propertyValue.ts';

/** Reads the body only: `property` in the head is OpenGraph's, which `readPageItem` reads. */
export function readRdfa({ body, resolve }: PageDocument): Item[] {
  const roots: Item[] = [];
  function visit(element: PageElement, owner: Item | undefined): void {
    const { attribs } = element;
    const properties = namesIn(attribs['property']).map(localName);
    const types = namesIn(attribs['typeof']).map(localName);
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
      if (value) for (const name of properties) addValue(owner, name, element, value);
    }
    for (let child = element.first; child; child = child.next) if (child.nodeType === 1) visit(child, inner);
  }
  visit(body, undefined);
  return roots;
}
