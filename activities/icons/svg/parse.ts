import { type Document, type Element, isTag } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { withoutDoctype } from './entities.ts';

/** Real logos are far below these limits; larger drawings are maps or attacks. */
const maxElements = 20_000;
/** Every element has two tags, and there may be comments. */
const maxTags = 2 * maxElements + 1_000;
/** Elements that are drawn when every `use`, pattern, mask and marker is followed. */
const maxDrawn = 40_000;
const maxDepth = 200;
const maxLength = 2 * 1024 * 1024;

export type ParsedSvg = { document: Document; root: Element; problem?: never } | { problem: string; root?: never };

/** Parses a drawing as XML. Refuses other documents, oversized drawings, and those that multiply when drawn. */
export function parseSvg(text: string): ParsedSvg {
  if (text.length > maxLength) return { problem: 'the drawing is too large' };
  const plain = withoutDoctype(withoutControlCharacters(text));
  if (plain === undefined) return { problem: 'the drawing declares entities that multiply' };
  // Checked before parsing, whose time grows faster than linearly with nesting.
  if (countOccurrences('<', plain) > maxTags) return { problem: 'the drawing has too many elements' };
  const document = parseDocument(plain, { xmlMode: true, decodeEntities: true });
  const root = document.children.find(isTag);
  if (root === undefined || localName(root.name) !== 'svg') return { problem: 'not an SVG drawing' };

  const shape = countElements(root);
  if (shape.elements > maxElements) return { problem: 'the drawing has too many elements' };
  if (shape.depth > maxDepth) return { problem: 'the drawing is nested too deeply' };
  if (countDrawnElements(root) > maxDrawn) return { problem: 'the drawing multiplies its elements' };
  return { document, root };
}

function countOccurrences(character: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}

/** XML forbids control characters; browsers do not show a drawing that has one. */
function withoutControlCharacters(text: string): string {
  return text.replace(/(?![\t\n\r])\p{Cc}/gu, '');
}

/** Removes the namespace prefix: `svg:path` is `path`. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The root and all elements below it, in document order. */
export function elementsOf(root: Element): Element[] {
  const found: Element[] = [];
  const stack: Element[] = [root];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    found.push(element);
    stack.push(...element.children.filter(isTag).reverse());
  }
  return found;
}

function countElements(root: Element): { elements: number; depth: number } {
  let elements = 0;
  let depth = 0;
  let level: Element[] = [root];
  // Breadth first, so that deep nesting cannot exhaust the stack.
  while (level.length > 0 && depth <= maxDepth && elements <= maxElements) {
    elements += level.length;
    depth += 1;
    const next: Element[] = [];
    for (const element of level) for (const child of element.children) if (isTag(child)) next.push(child);
    level = next;
  }
  return { elements, depth };
}

function countDrawnElements(root: Element): number {
  const byId = new Map<string, Element>();
  for (const element of elementsOf(root)) if (element.attribs['id']) byId.set(element.attribs['id'], element);
  const counts = new Map<Element, number>();
  const ancestors = new Set<Element>();
  function count(element: Element): number {
    const counted = counts.get(element);
    if (counted !== undefined) return counted;
    // A circular reference draws nothing in browsers; here it counts as over the limit.
    if (ancestors.has(element) || ancestors.size > 2 * maxDepth) return maxDrawn;
    ancestors.add(element);
    let total = 1;
    for (const child of element.children) if (isTag(child)) total += count(child);
    for (const id of references(element)) {
      const target = byId.get(id);
      if (target !== undefined && total <= maxDrawn) total += count(target);
    }
    ancestors.delete(element);
    counts.set(element, total);
    return total;
  }
  return count(root);
}

/** The ids that an element references by `href` or `url(#…)`. */
function* references(element: Element): Generator<string> {
  for (const [name, value] of Object.entries(element.attribs)) {
    if (localName(name) === 'href' && value.trim().startsWith('#')) yield value.trim().slice(1);
    if (value.includes('('))
      for (const [, id] of value.matchAll(/url\(\s*["']?#([^"')\s]+)/gi)) if (id !== undefined) yield id;
  }
}
