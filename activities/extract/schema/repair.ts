import { isRecord } from '../../../contracts/json/isRecord.ts';
import { childPointer } from '../../../contracts/json/pointer.ts';
import { valueAt, withValue } from './pointerValues.ts';
import type { Flaw, Validate } from './validator.ts';

const maxRepairRounds = 12;
const maxPruneRounds = 100;

export interface Repaired {
  data: unknown;
  /** What is still wrong. */
  flaws: Flaw[];
}

/**
 * Corrects data where that loses nothing: turns `"12"` into 12 and the reverse, wraps a single value in a list, removes
 * null where a property may be absent, and removes properties that the schema does not allow.
 */
export function repair(data: unknown, validate: Validate): Repaired {
  let repaired = data;
  let flaws = validate(repaired);
  for (let round = 0; flaws.length > 0 && round < maxRepairRounds; round++) {
    let hasChanged = false;
    // From last to first, so that removing an entry of a list does not shift the pointers of the remaining flaws.
    for (const flaw of [...flaws].reverse()) {
      const next = repairFlaw(repaired, flaw);
      if (next === undefined) continue;
      repaired = next.data;
      hasChanged = true;
      if (next.mustRevalidate) break;
    }
    if (!hasChanged) break;
    flaws = validate(repaired);
  }
  return { data: repaired, flaws };
}

function repairFlaw(
  data: unknown,
  { pointer, keyword, params }: Flaw,
): { data: unknown; mustRevalidate?: boolean } | undefined {
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') {
    const name = params['additionalProperty'] ?? params['unevaluatedProperty'];
    return { data: withValue(data, childPointer(pointer, String(name)), undefined) };
  }
  const value = valueAt(data, pointer);
  // Removes the null; if the property is required, the next validation says so.
  if (value === null && pointer !== '' && !isListEntry(pointer))
    return { data: withValue(data, pointer, undefined), mustRevalidate: true };
  if (keyword !== 'type') return undefined;
  const allowedTypes = Array.isArray(params['type']) ? params['type'] : [params['type']];
  for (const type of allowedTypes) {
    const converted = convertLosslessly(value, String(type));
    if (converted !== undefined) return { data: withValue(data, pointer, converted) };
  }
  return undefined;
}

function isListEntry(pointer: string): boolean {
  return /\/\d+$/.test(pointer);
}

function convertLosslessly(value: unknown, type: string): unknown {
  switch (type) {
    case 'number':
    case 'integer': {
      if (typeof value !== 'string' || !/^\s*-?\d+(?:\.\d+)?\s*$/.test(value)) return undefined;
      const number = Number(value);
      return type === 'integer' && !Number.isInteger(number) ? undefined : number;
    }
    case 'string':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : undefined;
    case 'array':
      return typeof value === 'string' || typeof value === 'number' || isRecord(value) ? [value] : undefined;
    default:
      return undefined;
  }
}

/** Repairs the data, then removes wrong values that are not required. */
export function prune(data: unknown, validate: Validate): Repaired {
  let { data: pruned, flaws } = repair(data, validate);
  for (let round = 0; flaws.length > 0 && round < maxPruneRounds; round++) {
    const wrong =
      flaws.find(({ pointer, keyword }) => pointer !== '' && keyword !== 'required') ??
      flaws.find(({ pointer, keyword }) => keyword === 'required' && isListEntry(pointer));
    if (!wrong) break;
    pruned = withValue(pruned, wrong.pointer, undefined);
    flaws = validate(pruned);
  }
  return { data: pruned, flaws };
}
