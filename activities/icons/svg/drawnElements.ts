import * as csstree from 'css-tree';
import { type Element, isTag } from 'domhandler';
import { elementsOf, localName } from './parse.ts';

/** Elements that are drawn when every `use`, pattern, mask and marker is followed. Real logos are far below. */
const maxDrawn = 40_000;
const maxDepth = 400;

/**
 * Whether a cleaned drawing multiplies when it is drawn: a few elements that reference one another, by attributes or by
 * the rules of its style sheet, can stand for billions.
 */
export function multipliesElements(root: Element, sheet: string): boolean {
  const targets = elementsById(root);
  const styled = sheetReferences(sheet);
  const counts = new Map<Element, number>();
  const vertices = new Map<Element, number>();
  const ancestors = new Set<Element>();

  function* referencesOf(element: Element): Generator<Element> {
    for (const id of [...attributeReferences(element), ...styled(element)]) {
      yield* targets.get(id) ?? targets.get(percentDecoded(id)) ?? [];
    }
  }

  /** The elements below one, it included, with `use` followed. */
  function* drawnBelow(element: Element, depth = 0): Generator<Element> {
    yield element;
    if (depth > maxDepth) return;
    for (const child of element.children) if (isTag(child)) yield* drawnBelow(child, depth + 1);
    if (localName(element.name) !== 'use') return;
    for (const target of referencesOf(element)) yield* drawnBelow(target, depth + 1);
  }

  /** How often a reference is drawn. Paints and markers are inherited, and a marker stands at every vertex. */
  function timesDrawn(element: Element, target: Element): number {
    const kind = localName(target.name);
    if (kind !== 'marker' && kind !== 'pattern') return 1;
    let times = 0;
    for (const each of drawnBelow(element)) {
      times += kind === 'marker' ? knownVertices(each) : 1;
      if (times > maxDrawn) break;
    }
    return times;
  }

  function knownVertices(element: Element): number {
    const known = vertices.get(element) ?? verticesOf(element);
    vertices.set(element, known);
    return known;
  }

  function count(element: Element): number {
    const counted = counts.get(element);
    if (counted !== undefined) return counted;
    // A circular reference draws nothing in browsers; here it counts as over the limit.
    if (ancestors.has(element) || ancestors.size > maxDepth) return maxDrawn + 1;
    ancestors.add(element);
    let total = 1;
    for (const child of element.children) if (isTag(child) && total <= maxDrawn) total += count(child);
    for (const target of referencesOf(element)) {
      if (total > maxDrawn) break;
      total += count(target) * timesDrawn(element, target);
    }
    ancestors.delete(element);
    counts.set(element, total);
    return total;
  }
  return count(root) > maxDrawn;
}

/** An id may stand at several elements, and which of them is meant depends on who draws: all of them count. */
function elementsById(root: Element): ReadonlyMap<string, readonly Element[]> {
  const found = new Map<string, Element[]>();
  for (const element of elementsOf(root)) {
    const { id } = element.attribs;
    if (!id) continue;
    const others = found.get(id);
    if (others) others.push(element);
    else found.set(id, [element]);
  }
  return found;
}

/** The ids that an element references by `href` or `url(#…)`. */
function* attributeReferences(element: Element): Generator<string> {
  for (const [name, value] of Object.entries(element.attribs)) {
    if (localName(name) === 'href' && value.trim().startsWith('#')) yield value.trim().slice(1);
    if (value.includes('('))
      for (const [, id] of value.matchAll(/url\(\s*["']?#([^"')\s]+)/gi)) if (id !== undefined) yield id;
  }
}

/**
 * The ids that style rules may reference for an element. A rule counts for every element that its last compound selector
 * may match by id, class or type, whatever the rest of the selector says: too many rather than too few.
 */
function sheetReferences(sheet: string): (element: Element) => Iterable<string> {
  if (!sheet.includes('url(')) return () => [];
  const ids = new Map<string, Set<string>>();
  csstree.walk(csstree.parse(sheet, { positions: false }), {
    visit: 'Rule',
    enter: ({ prelude, block }) => {
      const referenced = urlsIn(block);
      if (referenced.length === 0 || prelude.type !== 'SelectorList') return;
      for (const selector of prelude.children.toArray()) {
        const key = keyOf(selector);
        const known = ids.get(key) ?? new Set();
        for (const id of referenced) known.add(id);
        ids.set(key, known);
      }
    },
  });
  return function* (element) {
    const { id = '', class: classes = '' } = element.attribs;
    const keys = ['*', `#${id}`, element.name, ...classes.split(/\s+/).map((name) => `.${name}`)];
    for (const key of keys) yield* ids.get(key.toLowerCase()) ?? [];
  };
}

function urlsIn(block: csstree.Block): string[] {
  const found: string[] = [];
  csstree.walk(block, (node) => {
    if (node.type === 'Url' && node.value.startsWith('#')) found.push(node.value.slice(1));
  });
  return found;
}

/** What an element must have to match: the id, a class or the type of the last compound selector, or anything. */
function keyOf(selector: csstree.CssNode): string {
  const keys = { '#': '', '.': '', type: '' };
  for (const part of selector.type === 'Selector' ? selector.children.toArray() : []) {
    if (part.type === 'Combinator') Object.assign(keys, { '#': '', '.': '', type: '' });
    if (part.type === 'IdSelector') keys['#'] = `#${csstree.ident.decode(part.name)}`;
    if (part.type === 'ClassSelector') keys['.'] = `.${csstree.ident.decode(part.name)}`;
    if (part.type === 'TypeSelector' && !part.name.includes('|')) keys.type = csstree.ident.decode(part.name);
  }
  return (keys['#'] || keys['.'] || keys.type || '*').toLowerCase();
}

/** At most: every number and every command of a path counts. */
function verticesOf({ attribs: { d = '', points = '' } }: Element): number {
  let vertices = 2;
  for (const _ of `${d} ${points}`.matchAll(/[a-z]|[\d.]+/gi)) vertices += 1;
  return vertices;
}

/** Browsers decode references before they look for the id. */
function percentDecoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
