import { type Evidence, type Item, isItem } from '../declared/evidence.ts';
import type { Shape } from '../schema/shape.ts';
import type { Candidate, Scope } from './candidate.ts';
import { createItemCandidates } from './itemCandidates.ts';
import type { Concepts, NameMatcher } from './nameMatcher.ts';
import type { PropertyPaths } from './propertyPaths.ts';
import { fromRepresentativeImage } from './representativeImage.ts';
import { createSiteNameRemover } from './siteName.ts';
import { splitEntries } from './splitEntries.ts';
import { createTextCandidates } from './textCandidates.ts';

/** Properties whose several values make one text: `Dinner, Side dish`. */
const enumerations: ReadonlySet<string> = new Set(['category', 'cuisine', 'keyword']);
const maxJoinedLength = 500;

function joined(candidate: Candidate): Candidate {
  const texts = candidate.values.filter((value) => typeof value === 'string');
  const text = [...new Set(texts)].join(', ');
  if (texts.length < 2 || texts.length < candidate.values.length || text.length > maxJoinedLength) return candidate;
  return { ...candidate, values: [text] };
}

export type Candidates = ReturnType<typeof createCandidates>;

/** Finds the candidates for a property anywhere on the page, the best first. */
export function createCandidates(evidence: Evidence, names: NameMatcher, pathsOf: PropertyPaths) {
  const { fromItems, nestedItems, itemsOfType } = createItemCandidates(evidence, names, pathsOf);
  const { fromFacts, fromSections, fromNamedLists, fromNamedText, isLabelOf } = createTextCandidates(evidence, names);
  const withoutSiteName = createSiteNameRemover(evidence.page);

  function conceptsIn(name: string, { prefix }: Scope): Concepts {
    const own = names.withoutContainerWords(name);
    return prefix ? names.join(prefix, own) : own;
  }

  /** A section as one text, for a property that is not a list. */
  function fromSectionTexts(asked: Concepts, scope: Scope): Candidate[] {
    return fromSections(asked, scope).map((section) => ({
      ...section,
      values: [section.values.filter((value) => !isItem(value)).join('\n')],
      score: section.score * 0.9,
    }));
  }

  /** Candidates by the property's description, for a name without any known word. */
  function fromDescription({ description }: Shape, scope: Scope): Candidate[] {
    const described = conceptsIn(description.split(/[.;(]/)[0] ?? '', scope);
    if (described.words.size > 4) return [];
    return fromItems(described, scope).map((each) => ({ ...each, score: each.score * 0.7 }));
  }

  return {
    /** Candidates for a property with a single value. */
    scalar(name: string, shape: Shape, scope: Scope): Candidate[] {
      const asked = conceptsIn(name, scope);
      const found = fromItems(asked, scope);
      if (scope.searchesPage) {
        found.push(...fromFacts(asked), ...fromNamedText(asked));
        if (shape.kind === 'string' && !shape.format) found.push(...fromSectionTexts(asked, scope));
      }
      if (shape.description && !names.hasKnownWord(name)) found.push(...fromDescription(shape, scope));
      const only = asked.words.size === 1 ? [...asked.words][0] : undefined;
      if (only === 'image' && scope.searchesPage) found.push(...fromRepresentativeImage(evidence));
      if (only === 'title')
        return bestFirst(found.map((each) => ({ ...each, values: each.values.map(withoutSiteName) })));
      return bestFirst(only !== undefined && enumerations.has(only) ? found.map(joined) : found);
    },

    /** Candidates for a property that is a list of values. */
    list(name: string, scope: Scope): Candidate[] {
      const asked = conceptsIn(name, scope);
      const found: Candidate[] = fromItems(asked, scope).map((each) => ({
        ...each,
        values: splitEntries(each.values, name),
      }));
      if (scope.searchesPage) {
        found.push(...fromSections(asked, scope), ...fromNamedLists(asked));
        for (const fact of fromFacts(asked))
          found.push({ ...fact, values: splitEntries(fact.values, name), score: fact.score * 0.9 });
      }
      // Marked-up lists may include their own heading among the first entries.
      const withoutHeading = found.map((each) => ({
        ...each,
        // The entries are not the values any more, but all of them have one origin.
        origins: each.origins?.[0] && each.values.map(() => each.origins?.[0]),
        values: each.values.filter((value, at) => at > 1 || typeof value !== 'string' || !isLabelOf(asked, value)),
      }));
      return bestFirst(withoutHeading.filter(({ values }) => values.length > 0));
    },

    /** Candidates for a property that is an object. */
    items(name: string, shape: Shape, scope: Scope): { item: Item; score: number }[] {
      const { subject, searchesPage } = scope;
      const found = subject ? nestedItems(subject, conceptsIn(name, scope)) : [];
      if (searchesPage) found.push(...itemsOfType(names.conceptsOf(`${name} ${shape.title}`), subject));
      return bestFirst(found);
    },
  };
}

function bestFirst<T extends { score: number }>(candidates: T[]): T[] {
  return candidates.sort((a, b) => b.score - a.score);
}
