import { isRecord } from '../schema/pointer.ts';

/** From the answers for the parts of a page, the answer for the whole. `isSure` tells which of two values is to be believed. */
export function mergeAnswers(answers: readonly unknown[], isSure: (value: unknown) => boolean): unknown {
  const given = answers.filter((answer) => answer !== undefined && answer !== null && answer !== '');
  const [first] = given;
  if (given.length <= 1) return first ?? answers[0];
  if (given.every(Array.isArray)) return distinct(given.flat());
  if (given.every(isRecord)) {
    const names = new Set(given.flatMap((answer) => Object.keys(answer)));
    return Object.fromEntries(
      [...names].map((name) => [
        name,
        mergeAnswers(
          given.map((answer) => answer[name]),
          isSure,
        ),
      ]),
    );
  }
  return mostLikely(given, isSure);
}

function identity(value: unknown): string {
  return JSON.stringify(value, (_, each) =>
    typeof each === 'string'
      ? each.trim().toLowerCase().replace(/\s+/g, ' ')
      : isRecord(each)
        ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
        : each,
  );
}

/** A part's end may be the next part's beginning: the same thing said twice, or once with less, is one thing. */
function distinct(values: readonly unknown[]): unknown[] {
  const kept = new Map<string, unknown>();
  for (const value of values) if (!kept.has(identity(value))) kept.set(identity(value), value);
  const all = [...kept.values()];
  return all.filter(
    (value) => !isRecord(value) || !all.some((other) => other !== value && isRecord(other) && saysMore(other, value)),
  );
}

function saysMore(more: Record<string, unknown>, less: Record<string, unknown>): boolean {
  const said = Object.entries(less).filter(([, value]) => value !== null && value !== undefined);
  const others = Object.values(more).filter((value) => value !== null && value !== undefined);
  return (
    others.length > said.length &&
    said.length > 0 &&
    said.every(([name, value]) => identity(more[name]) === identity(value))
  );
}

/** What the page supports, then what most parts say, then what stands first. */
function mostLikely(values: readonly unknown[], isSure: (value: unknown) => boolean): unknown {
  const votes = new Map<string, { value: unknown; score: number }>();
  for (const value of values) {
    const known = votes.get(identity(value));
    if (known) known.score += 1;
    else votes.set(identity(value), { value, score: isSure(value) ? 100 : 0 });
  }
  return [...votes.values()].reduce((best, each) => (each.score > best.score ? each : best)).value;
}
