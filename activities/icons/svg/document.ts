import { type Document, type Element, isTag } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { withoutDoctype } from './entities.ts';

/** Real logos stay far below; drawings beyond them are maps, or built to hurt whoever renders them. */
const mostElements = 20_000;
/** Each element has two, and some comments beside. */
const mostTags = 2 * mostElements + 1_000;
/** Elements that are drawn once every `use`, pattern, mask and marker is followed. */
const mostDrawn = 40_000;
const deepest = 200;
const longestText = 2 * 1024 * 1024;

export type OpenedSvg = { document: Document; root: Element; problem?: never } | { problem: string; root?: never };

/** Parses a drawing as XML and says no to what is none, is too large, or multiplies when it is drawn. */
export function openSvg(text: string): OpenedSvg {
  if (text.length > longestText) return { problem: 'the drawing is too large' };
  const plain = withoutDoctype(withoutControls(text));
  if (plain === undefined) return { problem: 'the drawing declares entities that multiply' };
  // Judged before parsing, which takes ever longer the deeper elements are nested.
  if (countOf('<', plain) > mostTags) return { problem: 'the drawing has too many elements' };
  const document = parseDocument(plain, { xmlMode: true, decodeEntities: true });
  const root = document.children.find(isTag);
  if (root === undefined || localName(root.name) !== 'svg') return { problem: 'not an SVG drawing' };

  const shape = countElements(root);
  if (shape.elements > mostElements) return { problem: 'the drawing has too many elements' };
  if (shape.depth > deepest) return { problem: 'the drawing is nested too deeply' };
  if (drawnElements(root) > mostDrawn) return { problem: 'the drawing multiplies its elements' };
  return { document, root };
}

function countOf(character: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}

/** XML has no control characters; a drawing with one would be shown by nobody. */
function withoutControls(text: string): string {
  return text.replace(/(?![\t\n\r])\p{Cc}/gu, '');
}

/** `svg:path` and `path` are the same element in files that name the namespace. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

export function elementsOf(root: Element): Element[] {
  const found: Element[] = [];
  const waiting: Element[] = [root];
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    found.push(element);
    waiting.push(...element.children.filter(isTag).reverse());
  }
  return found;
}

function countElements(root: Element): { elements: number; depth: number } {
  let elements = 0;
  let depth = 0;
  let level: Element[] = [root];
  // Level by level, so that no nesting can exhaust the stack.
  while (level.length > 0 && depth <= deepest && elements <= mostElements) {
    elements += level.length;
    depth += 1;
    const next: Element[] = [];
    for (const element of level) for (const child of element.children) if (isTag(child)) next.push(child);
    level = next;
  }
  return { elements, depth };
}

function drawnElements(root: Element): number {
  const byId = new Map<string, Element>();
  for (const element of elementsOf(root)) if (element.attribs['id']) byId.set(element.attribs['id'], element);
  const known = new Map<Element, number>();
  const open = new Set<Element>();
  function count(element: Element): number {
    const before = known.get(element);
    if (before !== undefined) return before;
    // A reference to an element around it draws nothing in browsers; here it counts as over the limit.
    if (open.has(element) || open.size > 2 * deepest) return mostDrawn;
    open.add(element);
    let total = 1;
    for (const child of element.children) if (isTag(child)) total += count(child);
    for (const id of references(element)) {
      const target = byId.get(id);
      if (target !== undefined && total <= mostDrawn) total += count(target);
    }
    open.delete(element);
    known.set(element, total);
    return total;
  }
  return count(root);
}

/** The `#ids` that an element draws with. */
function* references(element: Element): Generator<string> {
  for (const [name, value] of Object.entries(element.attribs)) {
    if (localName(name) === 'href' && value.trim().startsWith('#')) yield value.trim().slice(1);
    if (value.includes('('))
      for (const [, id] of value.matchAll(/url\(\s*["']?#([^"')\s]+)/gi)) if (id !== undefined) yield id;
  }
}
