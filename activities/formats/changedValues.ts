import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../contracts/json/isRecord.ts';
import type { PageItem } from '../../contracts/results/page.ts';

type ChangedValues = NonNullable<NonNullable<PageItem['changeTracking']>['json']>;

/** Data that is not an object is compared as a whole, under this name. */
const wholeName = 'data';

/** The fields of the data that differ, as they were and as they are; a missing one is null. */
export function changedValues(previous: unknown, current: unknown): ChangedValues {
  const before = fieldsOf(previous);
  const now = fieldsOf(current);
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  return Object.fromEntries(
    [...names]
      .filter((name) => !isDeepStrictEqual(before[name] ?? null, now[name] ?? null))
      .map((name) => [name, { previous: before[name] ?? null, current: now[name] ?? null }]),
  );
}

function fieldsOf(data: unknown): Readonly<Record<string, unknown>> {
  return isRecord(data) ? data : { [wholeName]: data };
}
