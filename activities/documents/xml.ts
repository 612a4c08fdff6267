/** Reading XML by local names, because prefixes are the choice of the program that wrote a file. */
import { descendants, isElement, type PageElement } from '../pages/tree/nodes.ts';

export { parseXml } from '../pages/tree/parseXml.ts';

export function localName({ name }: PageElement): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The attribute of this local name. */
export function attribute({ attribs }: PageElement, name: string): string | undefined {
  if (attribs[name] !== undefined) return attribs[name];
  for (const key in attribs) if (key.endsWith(`:${name}`)) return attribs[key];
  return undefined;
}

export function childrenNamed(parent: PageElement | undefined, ...names: string[]): PageElement[] {
  return parent?.children.filter((child) => names.includes(localName(child))) ?? [];
}

/** The first child at the end of a path of local names. */
export function childAt(parent: PageElement | undefined, ...path: string[]): PageElement | undefined {
  let at = parent;
  for (const name of path) {
    let next = at?.first ?? null;
    while (next && !(isElement(next) && localName(next) === name)) next = next.next;
    at = isElement(next) ? next : undefined;
  }
  return at;
}

export function firstNamed(root: PageElement, name: string): PageElement | undefined {
  for (const element of descendants(root)) if (localName(element) === name) return element;
  return undefined;
}

export function allNamed(root: PageElement, name: string): PageElement[] {
  return [...descendants(root)].filter((element) => localName(element) === name);
}

/** A number of an attribute, or the fallback if it is missing or not a number. */
export function numberOf(text: string | undefined, fallback: number): number {
  const value = text === undefined ? Number.NaN : Number.parseInt(text, 10);
  return Number.isFinite(value) ? value : fallback;
}
