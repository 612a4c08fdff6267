/** A map of limited size, so that no page can make it grow without bound. */
export function createBoundedMap<T extends object>(maxEntries: number) {
  const entries = new Map<string, T>();
  return {
    /** The entry of the key, created if it is new. Undefined if it is new and the map is full. */
    getOrCreate(key: string, create: () => T): T | undefined {
      const known = entries.get(key);
      if (known !== undefined) return known;
      if (entries.size >= maxEntries) return undefined;
      const created = create();
      entries.set(key, created);
      return created;
    },
    all: (): T[] => [...entries.values()],
  };
}

/** Counts a limited number of keys. */
export function createBoundedCounter<K>(maxKeys: number) {
  const counts = new Map<K, number>();
  return {
    add(key: K, by = 1): void {
      const known = counts.get(key);
      if (known !== undefined) counts.set(key, known + by);
      else if (counts.size < maxKeys) counts.set(key, by);
    },
    /** The most frequent keys first. */
    top: (count: number): [K, number][] => [...counts].sort((a, b) => b[1] - a[1]).slice(0, count),
  };
}
