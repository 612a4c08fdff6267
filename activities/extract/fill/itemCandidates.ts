import { type Evidence, type Item, isItem } from '../declared/evidence.ts';
import type { Candidate, Scope } from './candidate.ts';
import type { Concepts, NameMatcher } from './nameMatcher.ts';
import { type PropertyPaths, reachableItems } from './propertyPaths.ts';

/** Weights for values that are not the subject's own. */
const weights = { sameType: 0.92, otherItem: 0.8, page: 0.88 };
/** The weight of a match with the last step of a path alone, for each level of nesting. */
const innerWeight = 0.93;
const minScore = 0.4;
const minTypeScore = 0.5;

/** Finds values among the properties of the page's items. */
export function createItemCandidates(evidence: Evidence, names: NameMatcher, pathsOf: PropertyPaths) {
  const allItems = reachableItems(evidence.items);

  function typeWords(item: Item): ReadonlySet<string> {
    return new Set(item.types.flatMap((type) => [...names.conceptsOf(type).words]));
  }

  function fromItem(item: Item, asked: Concepts, weight: number): Candidate[] {
    const context = typeWords(item);
    return pathsOf(item).flatMap(({ concepts, own, values, depth, path, origins }) => {
      // `offers.price` may answer `price`, but `author.name` must not answer `name`: generic words weigh less than 1.
      const inner = depth > 0 && own.weight >= 1 ? names.similarity(asked, own, context) * innerWeight ** depth : 0;
      const score = Math.max(names.similarity(asked, concepts, context), inner) * weight - depth * 0.04;
      return score > minScore ? [{ values, score, source: item.source, path, origins }] : [];
    });
  }

  /** Candidates of the subject, then of the page's other items, then of its metadata. */
  function fromItems(asked: Concepts, { subject, searchesPage }: Scope): Candidate[] {
    const own = subject ? fromItem(subject, asked, 1) : [];
    if (!searchesPage) return own;
    const subjectTypes = new Set(subject?.types);
    const others = allItems.filter(({ item }) => item !== subject);
    return [
      ...own,
      ...others.flatMap(({ item, depth }) => {
        const hasSameType = item.types.some((type) => subjectTypes.has(type));
        // If there is a subject, items of other types describe something else.
        if (subject && !hasSameType && item.types.length > 0) return [];
        return fromItem(item, asked, hasSameType ? weights.sameType : weights.otherItem - depth * 0.1);
      }),
      ...fromItem(evidence.page, asked, weights.page),
    ];
  }

  /** Items under a property of the subject. */
  function nestedItems(subject: Item, asked: Concepts): { item: Item; score: number }[] {
    return fromItem(subject, asked, 1).flatMap(({ values, score }) =>
      values.flatMap((value) => (isItem(value) ? [{ item: value, score }] : [])),
    );
  }

  /** Items anywhere on the page, except the subject, whose type has this name. */
  function itemsOfType(typeName: Concepts, subject: Item | undefined): { item: Item; score: number }[] {
    return allItems.flatMap(({ item, depth }) => {
      if (item === subject) return [];
      const similarity = Math.max(...item.types.map((type) => names.similarity(typeName, names.conceptsOf(type))), 0);
      const score = similarity * weights.otherItem - depth * 0.05;
      return score > minTypeScore ? [{ item, score }] : [];
    });
  }

  return { fromItems, nestedItems, itemsOfType };
}
