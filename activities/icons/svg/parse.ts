import { type Document, type Element, isTag } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { withoutDoctype } from './entities.ts';

/** Real logos are far below these limits; larger drawings are maps or attacks. */
const maxElements = 20_000;
/** Every element has two tags, and there may be comments. */
const maxTags = 2 * maxElements + 1_000;
const maxDepth = 200;
const maxLength = 2 * 1024 * 1024;

export type ParsedSvg = { document: Document; root: Element; problem?: never } | { problem: string; root?: never };

/** Parses a drawing as XML. Refuses other documents and oversized drawings. */
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
