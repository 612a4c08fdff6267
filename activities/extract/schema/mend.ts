import { child, isRecord, valueAt, withValue } from './pointer.ts';
import type { Flaw, Validate } from './validator.ts';

const mostRounds = 12;

/**
 * Brings an answer closer to its schema where nothing is lost by it: `"12"` for 12 and the other way round, one value
 * for a list of one, no null for what may be left out, no properties that nobody asked for.
 */
export function mend(data: unknown, validate: Validate): { data: unknown; flaws: Flaw[] } {
  let mended = data;
  let flaws = validate(mended);
  for (let round = 0; flaws.length > 0 && round < mostRounds; round++) {
    let changed = false;
    // From the last to the first, so that what is taken out of a list moves nothing that is still to be looked at.
    for (const flaw of [...flaws].reverse()) {
      const next = mendOne(mended, flaw);
      if (next === undefined) continue;
      mended = next.data;
      changed = true;
      if (next.moved) break;
    }
    if (!changed) break;
    flaws = validate(mended);
  }
  return { data: mended, flaws };
}

function mendOne(data: unknown, { at, keyword, params }: Flaw): { data: unknown; moved?: boolean } | undefined {
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') {
    const name = params['additionalProperty'] ?? params['unevaluatedProperty'];
    return { data: withValue(data, child(at, String(name)), undefined) };
  }
  const value = valueAt(data, at);
  // Whether it may be left out is found out by leaving it out.
  if (value === null && at !== '' && !/\/\d+$/.test(at)) return { data: withValue(data, at, undefined), moved: true };
  if (keyword !== 'type') return undefined;
  const wanted = Array.isArray(params['type']) ? params['type'] : [params['type']];
  for (const type of wanted) {
    const converted = lossless(value, String(type));
    if (converted !== undefined) return { data: withValue(data, at, converted) };
  }
  return undefined;
}

function lossless(value: unknown, type: string): unknown {
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

/** Takes out what is wrong and not required; what stays wrong is returned. */
export function prune(data: unknown, validate: Validate): { data: unknown; flaws: Flaw[] } {
  let { data: pruned, flaws } = mend(data, validate);
  for (let round = 0; flaws.length > 0 && round < 100; round++) {
    const wrong =
      flaws.find(({ at, keyword }) => at !== '' && keyword !== 'required') ??
      flaws.find(({ at, keyword }) => keyword === 'required' && /\/\d+$/.test(at));
    if (!wrong) break;
    pruned = withValue(pruned, wrong.at, undefined);
    flaws = validate(pruned);
  }
  return { data: pruned, flaws };
}
