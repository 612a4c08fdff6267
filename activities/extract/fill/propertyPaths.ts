import { type Item, isItem, type Origin, type Value } from '../declared/evidence.ts';
import type { Concepts, NameMatcher } from './nameMatcher.ts';

/** A path into an item, such as `offers.price`, with the values at its end. */
export interface PropertyPath {
  concepts: Concepts;
  /** The concepts of the last step alone. */
  own: Concepts;
  depth: number;
  values: Value[];
  /** The names of its properties, with the type of the item: `Product.offers.price`. */
  path: string;
  origins: readonly (Origin | undefined)[] | undefined;
}

const maxDepth = 3;
/** Properties that link to other items instead of describing this one: paths end there. */
const linkingProperties = new Set([
  'isPartOf',
  'mainEntityOfPage',
  'breadcrumb',
  'potentialAction',
  'review',
  'reviews',
  'comment',
  'isRelatedTo',
  'isSimilarTo',
  'publisher',
  'video',
  'subjectOf',
  'hasPart',
]);

export type PropertyPaths = ReturnType<typeof createPropertyPaths>;

/** Lists the paths of an item; computed once for each item. */
export function createPropertyPaths(names: NameMatcher) {
  const cache = new Map<Item, PropertyPath[]>();
  function walk(
    item: Item,
    above: Concepts | undefined,
    depth: number,
    into: PropertyPath[],
    seen: ReadonlySet<Item>,
    prefix: string | undefined,
  ): void {
    for (const [name, values] of item.properties) {
      if (name.startsWith('@')) continue;
      const own = names.conceptsOf(name);
      const concepts = above ? names.join(above, own) : own;
      const path = prefix ? `${prefix}.${name}` : name;
      into.push({ concepts, own, depth, values, path, origins: item.origins?.get(name) });
      if (depth + 1 >= maxDepth || linkingProperties.has(name)) continue;
      for (const value of values.slice(0, 3))
        if (isItem(value) && !seen.has(value)) walk(value, concepts, depth + 1, into, new Set([...seen, value]), path);
    }
  }
  return (item: Item): PropertyPath[] => {
    const found = cache.get(item);
    if (found) return found;
    const paths: PropertyPath[] = [];
    walk(item, undefined, 0, paths, new Set([item]), item.types[0]);
    cache.set(item, paths);
    return paths;
  };
}

/** The items and those nested in them, breadth first. */
export function reachableItems(roots: readonly Item[]): { item: Item; depth: number }[] {
  const seen = new Map<Item, number>();
  let level: Item[] = [...roots];
  for (let depth = 0; depth <= 3 && level.length > 0 && seen.size < 2_000; depth++) {
    const next: Item[] = [];
    for (const item of level) {
      if (seen.has(item)) continue;
      seen.set(item, depth);
      for (const values of item.properties.values()) for (const value of values) if (isItem(value)) next.push(value);
    }
    level = next;
  }
  return [...seen].map(([item, depth]) => ({ item, depth }));
}
