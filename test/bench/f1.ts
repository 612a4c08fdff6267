interface Comparison<T> {
  found: T | undefined;
  expected: readonly T[];
}

/** F1 of values against what is expected; a value that is expected nowhere is wrong, an absent one is no guess. */
export function f1<T>(pairs: readonly Comparison<T>[], isSame: (found: T, expected: T) => boolean): number {
  let right = 0;
  let wrong = 0;
  let missed = 0;
  for (const { found, expected } of pairs) {
    const isRight = found !== undefined && expected.some((each) => isSame(found, each));
    if (isRight) right += 1;
    else {
      if (found !== undefined) wrong += 1;
      if (expected.length > 0) missed += 1;
    }
  }
  return (2 * right) / Math.max(1, 2 * right + wrong + missed);
}
