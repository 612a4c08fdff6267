import type { PageDocument } from '../../pages/document.ts';
import { findFirst, type PageElement } from '../../pages/tree/nodes.ts';
import { addTo, type Item } from './evidence.ts';
import { localName } from './jsonLd.ts';
import { addValue, namesIn, readValue } from './propertyValue.ts';

/** An `itemref`: the ids of elements elsewhere on the page that have more properties of the item. */
interface Reference {
  item: Item;
  ids: string[];
  /** The elements whose references led here: pages may refer in circles. */
  followed: ReadonlySet<PageElement>;
}

/** Whether elements inside have the same property: some pages mark both a list and its entries. */
function isRepeatedInside(element: PageElement, property: string): boolean {
  return findFirst(element, ({ attribs }) => namesIn(attribs['itemprop']).includes(property)) !== undefined;
}

export function readMicrodata({ html, resolve }: PageDocument): Item[] {
  const roots: Item[] = [];
  /** For properties outside of any item, which some pages have. */
  const loose: Item = { source: 'microdata', types: [], properties: new Map() };
  const byId = new Map<string, PageElement>();
  const references: Reference[] = [];
  let followed: ReadonlySet<PageElement> = new Set();

  function visit(element: PageElement, owner: Item): void {
    const { attribs } = element;
    let inner = owner;
    const properties = namesIn(attribs['itemprop']);
    if (attribs['itemscope'] !== undefined || attribs['itemtype'] !== undefined) {
      const item: Item = {
        source: 'microdata',
        types: namesIn(attribs['itemtype']).map(localName),
        properties: new Map(),
      };
      if (attribs['itemref']) references.push({ item, ids: namesIn(attribs['itemref']), followed });
      if (properties.length === 0) roots.push(item);
      for (const name of properties) addTo(owner, localName(name), item);
      const own = properties.length > 0 ? readValue(element, resolve) : '';
      if (own && own.length < 5_000 && element.name !== 'a') item.properties.set('@text', [own]);
      inner = item;
    } else if (properties.length > 0) {
      const own = properties.filter((name) => !isRepeatedInside(element, name));
      const value = own.length > 0 ? readValue(element, resolve) : '';
      if (value) for (const name of own) addValue(owner, localName(name), element, value);
    }
    if (attribs['id']) byId.set(attribs['id'], element);
    for (let child = element.first; child; child = child.next) if (child.nodeType === 1) visit(child, inner);
  }
  visit(html, loose);
  for (const reference of references)
    for (const id of reference.ids) {
      const target = byId.get(id);
      if (!target || reference.followed.has(target)) continue;
      followed = new Set([...reference.followed, target]);
      visit(target, reference.item);
    }
  return loose.properties.size > 0 ? [...roots, loose] : roots;
}
