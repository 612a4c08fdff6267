/** Chance that can be repeated: the same seed gives the same numbers. */

export type Random = () => number;

/** The generator mulberry32, because Math.random takes no seed. */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((value) => ({ value, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ value }) => value);
}

export function oneOf<T>(list: readonly T[], random: Random): T {
  const chosen = list[Math.floor(random() * list.length)];
  if (chosen === undefined) throw new Error('there is nothing to choose from');
  return chosen;
}
