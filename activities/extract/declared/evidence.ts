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
  | 'repeated block'
  | 'state'
  | 'url';

export type Value = string | number | boolean | Item;

/** Where a value is on the page, for a property that does not have the source and the name of its item. */
export interface Origin {
  source: Source;
  /** The properties that lead to it, the name of a tag, a label. */
  path: string;
  /** What the page says, if the value is a conclusion from it. */
  quote?: string;
}

/** A set of named properties, whichever markup declared it. */
export interface Item {
  source: Source;
  types: string[];
  properties: Map<string, Value[]>;
  /** By property; as long as the values that it is about. */
  origins?: Map<string, (Origin | undefined)[]>;
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

export function addTo(item: Item, name: string, value: Value, origin?: Origin): void {
  if (value === '') return;
  const values = item.properties.get(name);
  if (values) values.push(value);
  else item.properties.set(name, [value]);
  if (origin) setOrigin(item, name, (values?.length ?? 1) - 1, origin);
}

/** Puts a value before those that the property has. */
export function addFirst(item: Item, name: string, value: Value, origin: Origin): void {
  item.properties.set(name, [value, ...(item.properties.get(name) ?? [])]);
  const origins = item.origins?.get(name);
  if (origins) origins.unshift(origin);
  else setOrigin(item, name, 0, origin);
}

function setOrigin(item: Item, name: string, at: number, origin: Origin): void {
  item.origins ??= new Map();
  const origins = item.origins.get(name) ?? [];
  origins[at] = origin;
  item.origins.set(name, origins);
}
