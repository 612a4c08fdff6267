import { type Item, isItem, type Value } from '../declared/evidence.ts';
import type { Concepts, Names } from './names.ts';

/** A way into an item, `offers.price`, with the values at its end. */
export interface Path {
  concepts: Concepts;
  /** Of its last step alone. */
  own: Concepts;
  depth: number;
  values: Value[];
}

const maxDepth = 3;
/** What links things to each other rather than describing them. */
const detours = new Set([
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

export type Paths = ReturnType<typeof createPaths>;

export function createPaths(names: Names) {
  const known = new Map<Item, Path[]>();
  function walk(item: Item, above: Concepts | undefined, depth: number, into: Path[], seen: ReadonlySet<Item>): void {
    for (const [name, values] of item.properties) {
      if (name.startsWith('@')) continue;
      const own = names.conceptsOf(name);
      const concepts = above ? names.join(above, own) : own;
      into.push({ concepts, own, depth, values });
      if (depth + 1 >= maxDepth || detours.has(name)) continue;
      for (const value of values.slice(0, 3))
        if (isItem(value) && !seen.has(value)) walk(value, concepts, depth + 1, into, new Set([...seen, value]));
    }
  }
  return (item: Item): Path[] => {
    const found = known.get(item);
    if (found) return found;
    const paths: Path[] = [];
    walk(item, undefined, 0, paths, new Set([item]));
    known.set(item, paths);
    return paths;
  };
}

/** Items with what they hold, the outer ones first. */
export function reachable(roots: readonly Item[]): { item: Item; depth: number }[] {
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
