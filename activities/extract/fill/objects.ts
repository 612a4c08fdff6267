import { type Evidence, type Item, isItem, type Value } from '../declared/evidence.ts';
import type { Candidates, Scope } from './candidates.ts';
import type { Names } from './names.ts';
import { reachable } from './paths.ts';
import type { Shape } from './shape.ts';

interface Group {
  items: Item[];
  /** How well the group's name fits. */
  score: number;
}

/** Groups of things that an array of objects may be made of. */
export function createRowFinder(evidence: Evidence, names: Names) {
  const byType = new Map<string, Item[]>();
  for (const { item } of reachable(evidence.items))
    for (const type of item.types) byType.set(type, [...(byType.get(type) ?? []), item]);

  function entries(value: Value): Item[] {
    if (!isItem(value)) return [];
    const listed = value.properties.get('itemListElement');
    if (listed) return listed.flatMap(entries);
    const inner = value.properties.get('item')?.[0];
    return inner !== undefined && isItem(inner) && value.types.includes('ListItem') ? [inner] : [value];
  }

  return (name: string, entry: Shape, scope: Scope, candidates: Candidates): Group[] => {
    const asked = names.conceptsOf(`${name} ${entry.title}`);
    const own = candidates
      .list(name, entry, { ...scope, whole: false })
      .map(({ values, score }) => ({ items: values.flatMap(entries), score }));
    const direct = scope.subject
      ? [...scope.subject.properties]
          .map(([property, values]) => ({
            items: values.flatMap(entries),
            score: names.similarity(asked, names.conceptsOf(property)),
          }))
          .filter(({ score }) => score > 0.5)
      : [];
    if (!scope.whole) return [...direct, ...own].filter(({ items }) => items.length > 0);
    const typed = [...byType].map(([type, items]) => ({
      items: items.flatMap(entries),
      score: names.similarity(asked, names.conceptsOf(type)),
    }));
    const rows = evidence.rows.map(({ label, items }) => ({
      items,
      score: names.similarity(asked, names.conceptsOf(label)),
    }));
    return [...direct, ...own, ...typed, ...rows].filter(({ items }) => items.length > 0);
  };
}
