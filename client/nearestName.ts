/** Longer names are nobody's typing mistake, and comparing them would take long. */
const maxLength = 40;
/** From here on a part of a name says which one is meant: `wait` is `waitFor`. */
const minPartLength = 4;

/** The name that was probably meant: another spelling of it, one that differs by a slip or two, or that it is a part of. */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  if (given.length > maxLength) return undefined;
  const name = letters(given);
  const ranked = known
    .map((each) => ({ each, slips: editDistance(name, letters(each)) }))
    .filter(({ slips }) => slips <= name.length / 3)
    .sort((a, b) => a.slips - b.slips);
  if (ranked[0]) return ranked[0].each;
  const containing = name.length < minPartLength ? [] : known.filter((each) => letters(each).includes(name));
  return containing.length === 1 ? containing[0] : undefined;
}

/** `only_main_content` and `onlyMainContent` are the same. */
function letters(name: string): string {
  return name.toLowerCase().replace(/[_\s-]/g, '');
}

/** How many letters must be added, removed, replaced, or swapped with the next one (optimal string alignment). */
function editDistance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = at(last, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swapped = isSwap ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(at(last, j) + 1, at(row, j - 1) + 1, replaced, swapped));
    }
    before = last;
    last = row;
  }
  return at(last, other.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
