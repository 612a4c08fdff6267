import { type Evidence, type Item, isItem, type Value } from '../declared/evidence.ts';
import type { Shape } from '../schema/shape.ts';
import type { Scope } from './candidate.ts';
import type { Candidates } from './candidates.ts';
import type { NameMatcher } from './nameMatcher.ts';
import { reachableItems } from './propertyPaths.ts';

/** Items that may be the entries of a list of objects. */
interface ItemGroup {
  items: Item[];
  /** How well the name of the group matches. */
  score: number;
}

export type FindGroups = (name: string, entry: Shape, scope: Scope) => ItemGroup[];

export function createGroupFinder(evidence: Evidence, names: NameMatcher, candidates: Candidates): FindGroups {
  const byType = new Map<string, Item[]>();
  for (const { item } of reachableItems(evidence.items))
    for (const type of item.types) {
      const alike = byType.get(type);
      if (alike) alike.push(item);
      else byType.set(type, [item]);
    }

  return (name, entry, scope) => {
    const asked = names.conceptsOf(`${name} ${entry.title}`);
    const scoreOf = (label: string) => names.similarity(asked, names.conceptsOf(label));
    const direct = [...(scope.subject?.properties ?? [])]
      .map(([property, values]) => ({ items: entriesIn(values), score: scoreOf(property) }))
      .filter(({ score }) => score > 0.5);
    const nested = candidates
      .list(name, { ...scope, searchesPage: false })
      .map(({ values, score }) => ({ items: entriesIn(values), score }));
    const groups = [...direct, ...nested];
    if (scope.searchesPage) {
      for (const [type, items] of byType) groups.push({ items: entriesIn(items), score: scoreOf(type) });
      for (const { label, items } of evidence.rows) groups.push({ items, score: scoreOf(label) });
    }
    return groups.filter(({ items }) => items.length > 0);
  };
}

/** The items among the values, with lists and list entries of schema.org replaced by what they contain. */
function entriesIn(values: readonly Value[]): Item[] {
  return values.flatMap((value) => entriesOf(value, new Set()));
}

/** `outer` has the lists around the value: a page may declare a list that contains itself. */
function entriesOf(value: Value, outer: ReadonlySet<Item>): Item[] {
  if (!isItem(value)) return [];
  const listed = value.properties.get('itemListElement');
  if (listed) {
    if (outer.has(value)) return [];
    const inside = new Set([...outer, value]);
    return listed.flatMap((each) => entriesOf(each, inside));
  }
  const inner = value.properties.get('item')?.[0];
  return inner !== undefined && isItem(inner) && value.types.includes('ListItem') ? [inner] : [value];
}
