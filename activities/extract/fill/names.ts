import { exclusive, generic, synonyms } from './thesaurus.ts';

/** A name as the set of things it is about: `recipe_prepTime` → {recipe, prep, time}. */
export interface Concepts {
  readonly words: ReadonlySet<string>;
  readonly weight: number;
}

const marks = /\p{M}+/gu;

/** Lower case, without diacritics, camel case and punctuation split into words. */
export function plainWords(name: string): string[] {
  return /^[\w\s:./()-]*$/.test(name) ? asciiWords(name) : anyWords(name);
}

function asciiWords(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean);
}

function anyWords(name: string): string[] {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o')
    .replace(/æ/g, 'ae')
    .replace(/ł/g, 'l')
    .replace(/['’]/g, '')
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean);
}

function stem(word: string): string {
  if (word.length <= 3) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh|z)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word;
}

const containers = new Set(['list', 'array', 'string', 'value', 'info', 'data', 'field', 'item', 'entry']);

/** Whatever has one of these is a date, whether or not it says so. */
const dated = ['published', 'modified', 'created', 'start', 'end', 'birth', 'death'];

function weightOf(word: string): number {
  return generic.has(word) ? 0.3 : 1;
}

const { phrases, longest, followers } = readSynonyms();

function readSynonyms(): {
  phrases: ReadonlyMap<string, string>;
  longest: number;
  followers: ReadonlyMap<string, number>;
} {
  const phrases = new Map<string, string>();
  /** How many words may follow a first one in a phrase. */
  const followers = new Map<string, number>();
  let longest = 1;
  for (const line of synonyms) {
    const [first = '', ...others] = line.split('|');
    for (const phrase of [first, ...others]) {
      const words = plainWords(phrase).map(stem);
      longest = Math.max(longest, words.length);
      const [start = ''] = words;
      followers.set(start, Math.max(followers.get(start) ?? 0, words.length - 1));
      if (!phrases.has(words.join(' '))) phrases.set(words.join(' '), first);
    }
  }
  return { phrases, longest, followers };
}

export type Names = ReturnType<typeof createNames>;

/** Compares names by what they mean; what it has looked up it remembers. */
export function createNames() {
  const known = new Map<string, Concepts>();

  function conceptsOf(name: string): Concepts {
    const found = known.get(name);
    if (found) return found;
    const words = plainWords(name.slice(0, 120)).map(stem);
    const concepts = new Set<string>();
    for (let at = 0; at < words.length; ) {
      let length = Math.min(longest, words.length - at, 1 + (followers.get(words[at] ?? '') ?? 0));
      for (; length > 0; length--) {
        const phrase = phrases.get(words.slice(at, at + length).join(' '));
        if (phrase === undefined) continue;
        // `preparation time` is a kind of time: what a phrase ends in still counts.
        concepts.add(phrase);
        const last = length > 1 ? phrases.get(words[at + length - 1] ?? '') : undefined;
        if (last && last !== phrase && !generic.has(last)) concepts.add(last);
        break;
      }
      if (length === 0) {
        concepts.add(words[at] ?? '');
        length = 1;
      }
      at += length;
    }
    if (dated.some((word) => concepts.has(word))) concepts.add('date');
    const made = of(concepts);
    known.set(name, made);
    return made;
  }

  function of(words: ReadonlySet<string>): Concepts {
    let weight = 0;
    for (const word of words) weight += weightOf(word);
    return { words, weight };
  }

  return {
    conceptsOf,
    /** Without words for how a value is kept: `steps_list` asks for steps. */
    essence(name: string): Concepts {
      const { words } = conceptsOf(name);
      const kept = new Set([...words].filter((word) => !containers.has(word)));
      return kept.size > 0 ? of(kept) : of(words);
    },
    /** Whether any of its words is one that we know. */
    isFamiliar: (name: string): boolean => plainWords(name).some((word) => phrases.has(stem(word))),
    /** Whether a text is nothing but a word or phrase that we know. */
    isKnown: (text: string): boolean => phrases.has(plainWords(text).map(stem).join(' ')),
    join: (...all: Concepts[]): Concepts => of(new Set(all.flatMap(({ words }) => [...words]))),
    /** From 0 to 1, how well `said` names what `asked` asks for. Words of `context` are understood and need not be said. */
    similarity(asked: Concepts, said: Concepts, context?: ReadonlySet<string>): number {
      if (asked.weight === 0 || said.weight === 0) return 0;
      let shared = 0;
      let askedMore = 0;
      let saidMore = 0;
      for (const word of asked.words) {
        if (said.words.has(word)) shared += weightOf(word);
        else if (!context?.has(word)) {
          askedMore += weightOf(word);
          if (exclusive.has(word)) return 0;
        }
      }
      if (shared === 0) return 0;
      for (const word of said.words) {
        if (asked.words.has(word) || context?.has(word)) continue;
        saidMore += weightOf(word);
        if (exclusive.has(word)) return 0;
      }
      // Each has something of its own: `prepTime` is not `cookTime`.
      if (askedMore >= 1 && saidMore >= 1) return 0;
      return (2 * shared) / (2 * shared + askedMore + saidMore);
    },
  };
}
