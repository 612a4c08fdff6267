/** Looks things up by any of the words that they are about, in their own order. */
export function indexBy<T>(things: readonly T[], wordsOf: (thing: T) => ReadonlySet<string>) {
  const byWord = new Map<string, number[]>();
  for (const [at, thing] of things.entries())
    for (const word of wordsOf(thing)) {
      const list = byWord.get(word);
      if (list) list.push(at);
      else byWord.set(word, [at]);
    }
  return (words: ReadonlySet<string>): T[] => {
    const found = new Set([...words].flatMap((word) => byWord.get(word) ?? []));
    return things.filter((_, at) => found.has(at));
  };
}
