import type { PageElement } from '../../pages/tree/nodes.ts';

/** Where on a page a value was found, from the most to the least explicit. */
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

/** A set of named properties, whichever markup declared it. */
export interface Item {
  source: Source;
  types: string[];
  properties: Map<string, Value[]>;
}

/** A label with its value: `<dt>Weight</dt><dd>2 kg</dd>`, `Weight: 2 kg`. */
export interface Fact {
  label: string;
  source: Source;
  value: string;
}

/** Items of one kind: the rows of a table, the cards of a listing. */
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
  /** Whether all of it is a link. */
  isLink: boolean;
}

/** Elements with the same class or id. */
export interface NamedElements {
  /** As written: `recipe-card__price`. */
  name: string;
  elements: PageElement[];
}

/** Everything that a page declares, independent of what a caller asks for. */
export interface Evidence {
  items: Item[];
  /** About the page as a whole: title, description, canonical URL, language… */
  page: Item;
  facts: Fact[];
  rows: Rows[];
  blocks: Block[];
  named: NamedElements[];
  /** The absolute http(s) URL of a reference on the page, or undefined if it has none. */
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
