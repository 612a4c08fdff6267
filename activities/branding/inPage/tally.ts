/** Adds up what has the same look; a page cannot make it grow without end. */
export function createTally<T extends object>(most: number) {
  const entries = new Map<string, T>();
  return {
    /** The entry for this look: the one that is there, or a new one. Undefined once there are too many. */
    entry(key: string, fresh: () => T): T | undefined {
      const known = entries.get(key);
      if (known !== undefined) return known;
      if (entries.size >= most) return undefined;
      const made = fresh();
      entries.set(key, made);
      return made;
    },
    all: (): T[] => [...entries.values()],
  };
}

/** How often each was seen, most often first. */
export function createCounts<K>(most: number) {
  const counts = new Map<K, number>();
  return {
    add(key: K, by = 1): void {
      const known = counts.get(key);
      if (known !== undefined) counts.set(key, known + by);
      else if (counts.size < most) counts.set(key, by);
    },
    top: (count: number): [K, number][] => [...counts].sort((a, b) => b[1] - a[1]).slice(0, count),
  };
}
