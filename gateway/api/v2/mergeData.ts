import { isRecord } from '../../../contracts/json/isRecord.ts';

/** The data of two pages as one: lists are joined, and otherwise what the first page says counts. */
export function mergeData(first: unknown, second: unknown): unknown {
  if (first === undefined || first === null || first === '') return second ?? first;
  if (Array.isArray(first) && Array.isArray(second)) return joined(first, second);
  if (!isRecord(first) || !isRecord(second)) return first;
  const names = [...new Set([...Object.keys(first), ...Object.keys(second)])];
  return Object.fromEntries(names.map((name) => [name, mergeData(first[name], second[name])]));
}

function joined(first: readonly unknown[], second: readonly unknown[]): unknown[] {
  const known = new Set(first.map((each) => JSON.stringify(each)));
  return [...first, ...second.filter((each) => !known.has(JSON.stringify(each)))];
}
