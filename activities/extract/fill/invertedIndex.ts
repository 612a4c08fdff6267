/** Looks up the entries with at least one of the given words, in their original order. */
export function createInvertedIndex<T>(entries: readonly T[], wordsOf: (entry: T) => ReadonlySet<string>) {
  const byWord = new Map<string, number[]>();
  for (const [at, entry] of entries.entries())
    for (const word of wordsOf(entry)) {
      const list = byWord.get(word);
      if (list) list.push(at);
      else byWord.set(word, [at]);
    }
  return (words: ReadonlySet<string>): T[] => {
    const found = new Set([...words].flatMap((word) => byWord.get(word) ?? []));
    return entries.filter((_, at) => found.has(at));
  };
}
