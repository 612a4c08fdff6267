import { isRecord } from '../../../contracts/json/isRecord.ts';

/** Merges the answers for the parts of a page. Of two different values, the one for which `isOnPage` holds wins. */
export function mergeAnswers(answers: readonly unknown[], isOnPage: (value: unknown) => boolean): unknown {
  const answered = answers.filter((answer) => answer !== undefined && answer !== null && answer !== '');
  const [first] = answered;
  if (answered.length <= 1) return first ?? answers[0];
  if (answered.every(Array.isArray)) return distinct(answered.flat());
  if (answered.every(isRecord)) {
    const names = new Set(answered.flatMap((answer) => Object.keys(answer)));
    return Object.fromEntries(
      [...names].map((name) => [
        name,
        mergeAnswers(
          answered.map((answer) => answer[name]),
          isOnPage,
        ),
      ]),
    );
  }
  return mostLikely(answered, isOnPage);
}

/** Equal for values that differ only in case, whitespace and the order of their properties. */
function identityOf(value: unknown): string {
  return JSON.stringify(value, (_, each) =>
    typeof each === 'string'
      ? each.trim().toLowerCase().replace(/\s+/g, ' ')
      : isRecord(each)
        ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
        : each,
  );
}

/** Neighboring parts may both have an entry: duplicates are dropped, and so are entries that another one extends. */
function distinct(values: readonly unknown[]): unknown[] {
  const kept = new Map<string, unknown>();
  for (const value of values) if (!kept.has(identityOf(value))) kept.set(identityOf(value), value);
  const all = [...kept.values()];
  return all.filter(
    (value) =>
      !isRecord(value) || !all.some((other) => other !== value && isRecord(other) && extendsEntry(other, value)),
  );
}

function extendsEntry(more: Record<string, unknown>, less: Record<string, unknown>): boolean {
  const lessEntries = Object.entries(less).filter(([, value]) => value !== null && value !== undefined);
  const moreValues = Object.values(more).filter((value) => value !== null && value !== undefined);
  return (
    moreValues.length > lessEntries.length &&
    lessEntries.length > 0 &&
    lessEntries.every(([name, value]) => identityOf(more[name]) === identityOf(value))
  );
}

/** Prefers a value on the page, then the one that most parts give, then the first. */
function mostLikely(values: readonly unknown[], isOnPage: (value: unknown) => boolean): unknown {
  const votes = new Map<string, { value: unknown; score: number }>();
  for (const value of values) {
    const known = votes.get(identityOf(value));
    if (known) known.score += 1;
    else votes.set(identityOf(value), { value, score: isOnPage(value) ? 100 : 0 });
  }
  return [...votes.values()].reduce((best, each) => (each.score > best.score ? each : best)).value;
}
