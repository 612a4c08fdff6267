import type { PageElement } from '../../pages/tree/nodes.ts';

/** Where on a page something was said, from the most to the least explicit. */
export type Source =
  | 'json-ld'
  | 'microdata'
  | 'rdfa'
  | 'meta'
  | 'definition list'
  | 'table'
  | 'label'
  | 'section'
  | 'class name'
  | 'repeated block';

export type Value = string | number | boolean | Item;

/** A thing with named properties, whichever markup declared it. */
export interface Item {
  source: Source;
  types: string[];
  properties: Map<string, Value[]>;
}

/** A label with what stands beside it: `<dt>Weight</dt><dd>2 kg</dd>`, `Weight: 2 kg`. */
export interface Fact {
  label: string;
  source: Source;
  value: string;
}

/** Things of one kind: the rows of a table, the cards of a listing. */
export interface Rows {
  label: string;
  source: Source;
  items: Item[];
}

/** A line of the page's text, in reading order. */
export interface Block {
  element: PageElement;
  /** `item` is an entry of a list. */
  kind: 'heading' | 'item' | 'line';
  /** 1–6 for h1–h6, 7 for a bold line, 8 for one that ends in a colon, 9 for any other short line; Infinity otherwise. */
  rank: number;
  text: string;
  /** All of it is a link. */
  linked: boolean;
}

/** Elements whose author gave them the same class or id. */
export interface Named {
  /** As written: `recipe-card__price`. */
  name: string;
  elements: PageElement[];
}

/** What a page says, before anybody has asked for anything in particular. */
export interface Evidence {
  items: Item[];
  /** What the page says of itself as a whole: title, description, canonical URL, language… */
  page: Item;
  facts: Fact[];
  rows: Rows[];
  blocks: Block[];
  named: Named[];
  /** An absolute http(s) URL, or undefined where there is none. */
  resolve(reference: string | undefined): string | undefined;
}

export function isItem(value: Value): value is Item {
  return typeof value === 'object';
}

export function addTo(item: Item, name: string, value: Value): void {
  if (value === '') return;
  const values = item.properties.get(name);
  if (values) values.push(value);
  else item.properties.set(name, [value]);
}
