/** Whether JSON is nested deeper than `max`. Iterative, so that no depth overflows the stack. */
export function isDeeperThan(value: unknown, max: number): boolean {
  let level: object[] = isContainer(value) ? [value] : [];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= max) return true;
    level = level.flatMap((each) => Object.values(each).filter(isContainer));
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
