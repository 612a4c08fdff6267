import { distinctiveWords, genericWords, synonyms } from './thesaurus.ts';
import { stem, tokenize } from './tokenize.ts';

/** What a name is about: `recipe_prepTime` → {recipe, prep, time}. */
export interface Concepts {
  readonly words: ReadonlySet<string>;
  /** The sum of the words' weights. */
  readonly weight: number;
}

/** Words for how a value is stored rather than what it is: `steps_list` asks for steps. */
const containerWords = new Set(['list', 'array', 'string', 'value', 'info', 'data', 'field', 'item', 'entry']);

/** A name with one of these is a date, even if it does not say so. */
const dateWords = ['published', 'modified', 'created', 'start', 'end', 'birth', 'death'];

function weightOf(word: string): number {
  return genericWords.has(word) ? 0.3 : 1;
}

function conceptsFrom(words: ReadonlySet<string>): Concepts {
  let weight = 0;
  for (const word of words) weight += weightOf(word);
  return { words, weight };
}

/** The concept of each word or phrase in the thesaurus, and how many words may follow the first one of a phrase. */
const { concepts: conceptOfPhrase, maxWords, followers } = readThesaurus();

function readThesaurus() {
  const concepts = new Map<string, string>();
  const followers = new Map<string, number>();
  let maxWords = 1;
  for (const line of synonyms) {
    const phrases = line.split('|');
    const [concept = ''] = phrases;
    for (const phrase of phrases) {
      const words = tokenize(phrase).map(stem);
      maxWords = Math.max(maxWords, words.length);
      const [first = ''] = words;
      followers.set(first, Math.max(followers.get(first) ?? 0, words.length - 1));
      if (!concepts.has(words.join(' '))) concepts.set(words.join(' '), concept);
    }
  }
  return { concepts, maxWords, followers };
}

function readConcepts(name: string): Concepts {
  const words = tokenize(name.slice(0, 120)).map(stem);
  const found = new Set<string>();
  for (let at = 0; at < words.length; ) {
    // The longest phrase that begins here, or else the word as it is.
    let length = Math.min(maxWords, words.length - at, 1 + (followers.get(words[at] ?? '') ?? 0));
    for (; length > 0; length--) {
      const concept = conceptOfPhrase.get(words.slice(at, at + length).join(' '));
      if (concept === undefined) continue;
      found.add(concept);
      // `preparation time` is also a time: the last word of a phrase counts too.
      const last = length > 1 ? conceptOfPhrase.get(words[at + length - 1] ?? '') : undefined;
      if (last && last !== concept && !genericWords.has(last)) found.add(last);
      break;
    }
    if (length === 0) {
      found.add(words[at] ?? '');
      length = 1;
    }
    at += length;
  }
  if (dateWords.some((word) => found.has(word))) found.add('date');
  return conceptsFrom(found);
}

/**
 * How well a name on the page matches a requested one, from 0 to 1. Words of `context` go without saying, so that it does
 * not matter if only one of the names has them.
 */
function similarity(asked: Concepts, found: Concepts, context?: ReadonlySet<string>): number {
  if (asked.weight === 0 || found.weight === 0) return 0;
  let shared = 0;
  let onlyAsked = 0;
  let onlyFound = 0;
  for (const word of asked.words) {
    if (found.words.has(word)) shared += weightOf(word);
    else if (!context?.has(word)) {
      onlyAsked += weightOf(word);
      if (distinctiveWords.has(word)) return 0;
    }
  }
  if (shared === 0) return 0;
  for (const word of found.words) {
    if (asked.words.has(word) || context?.has(word)) continue;
    onlyFound += weightOf(word);
    if (distinctiveWords.has(word)) return 0;
  }
  // If both have a word of their own, they are different properties: `prepTime` is not `cookTime`.
  if (onlyAsked >= 1 && onlyFound >= 1) return 0;
  return (2 * shared) / (2 * shared + onlyAsked + onlyFound);
}

export type NameMatcher = ReturnType<typeof createNameMatcher>;

/** Compares names by their meaning. Each name is looked up in the thesaurus only once. */
export function createNameMatcher() {
  const cache = new Map<string, Concepts>();

  function conceptsOf(name: string): Concepts {
    const cached = cache.get(name);
    if (cached) return cached;
    const concepts = readConcepts(name);
    cache.set(name, concepts);
    return concepts;
  }

  return {
    conceptsOf,
    similarity,
    withoutContainerWords(name: string): Concepts {
      const { words } = conceptsOf(name);
      const kept = new Set([...words].filter((word) => !containerWords.has(word)));
      return conceptsFrom(kept.size > 0 ? kept : words);
    },
    /** Whether at least one of its words is in the thesaurus. */
    hasKnownWord: (name: string): boolean => tokenize(name).some((word) => conceptOfPhrase.has(stem(word))),
    /** Whether the whole text is a word or phrase of the thesaurus. */
    isKnownPhrase: (text: string): boolean => conceptOfPhrase.has(tokenize(text).map(stem).join(' ')),
    join: (...all: Concepts[]): Concepts => conceptsFrom(new Set(all.flatMap(({ words }) => [...words]))),
  };
}
