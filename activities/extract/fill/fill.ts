import type { Evidence, Item } from '../declared/evidence.ts';
import { createCandidates, type Scope } from './candidates.ts';
import { convert } from './convert.ts';
import type { Found, Gathered } from './found.ts';
import { createNames } from './names.ts';
import { createRowFinder } from './objects.ts';
import { createPaths } from './paths.ts';
import { type Schema, type Shape, shapesOf } from './shape.ts';
import { createSubjects } from './subject.ts';

export interface Filled {
  data: unknown;
  /** By JSON pointer: where a value was found, and how sure that is it. */
  sources: Map<string, Found>;
  /** JSON pointers of what is required and was not found. */
  missing: string[];
}

const leastScore = 0.45;
/** A schema may refer to itself; what a page declares ends before that. */
const maxDepth = 8;

export function pointer(above: string, step: string | number): string {
  return `${above}/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

interface Result {
  value: unknown;
  score: number;
  sources: Map<string, Found>;
  missing: string[];
}

/** Finds what a schema asks for in what a page declares. */
export function fillSchema(evidence: Evidence, schema: Schema, prompt = ''): Filled {
  const names = createNames();
  const paths = createPaths(names);
  const { subjectFor } = createSubjects(evidence, names, paths, prompt);
  const candidates = createCandidates(evidence, names, paths);
  const groupsFor = createRowFinder(evidence, names);

  function fillObject(shape: Shape, scope: Scope, at: string, depth: number): Result {
    const result: Result = { value: {}, score: 0, sources: new Map(), missing: [] };
    const value: Record<string, unknown> = {};
    const labels = [...shape.properties].map(([name]) => names.conceptsOf(name));
    for (const [name, property] of shape.properties) {
      const here = pointer(at, name);
      const found = depth < maxDepth ? fillProperty(name, property, { ...scope, labels }, here, depth) : undefined;
      if (found && found.missing.length === 0) {
        value[name] = found.value;
        result.score += found.score;
        for (const [key, each] of found.sources) result.sources.set(key, each);
      } else if (shape.required.has(name)) {
        if (shapesOf(property, schema).some(({ nullable }) => nullable)) value[name] = null;
        else result.missing.push(...(found?.missing.length ? found.missing : [here]));
      }
    }
    if (shape.properties.size === 0 && scope.subject && typeof shape.additional !== 'boolean')
      Object.assign(value, openProperties(scope.subject, shape, at, result));
    result.value = value;
    return result;
  }

  /** A map without fixed names takes everything that the item says of itself. */
  function openProperties(item: Item, shape: Shape, at: string, result: Result): Record<string, unknown> {
    const value: Record<string, unknown> = {};
    for (const [name, values] of item.properties) {
      const [first] = values;
      if (name.startsWith('@') || first === undefined) continue;
      for (const each of shapesOf(shape.additional, schema)) {
        const converted = convert(first, { name, shape: each, resolve: evidence.resolve });
        if (converted === undefined) continue;
        value[name] = converted;
        result.score += 0.5;
        result.sources.set(pointer(at, name), { source: item.source, confidence: 0.8 });
        break;
      }
    }
    return value;
  }

  function fillProperty(name: string, property: Schema, scope: Scope, at: string, depth: number): Result | undefined {
    let best: Result | undefined;
    for (const shape of shapesOf(property, schema)) {
      const found = fillShape(name, shape, scope, at, depth);
      if (found && (!best || found.score > best.score)) best = found;
    }
    return best;
  }

  function fillShape(name: string, shape: Shape, scope: Scope, at: string, depth: number): Result | undefined {
    if (shape.values?.length === 1 && shape.values[0] !== null)
      return { value: shape.values[0], score: 0, sources: new Map(), missing: [] };
    if (shape.kind === 'object') return fillNested(name, shape, scope, at, depth);
    if (shape.kind === 'array') return fillArray(name, shape, scope, at, depth);
    return fromGathered(candidates.scalar(name, shape, scope), at, ({ values }) => {
      for (const value of values) {
        const converted = convert(value, { name, shape, resolve: evidence.resolve });
        if (converted !== undefined && converted !== '') return converted;
      }
      return undefined;
    });
  }

  function fromGathered(
    gathered: readonly Gathered[],
    at: string,
    read: (each: Gathered) => unknown,
  ): Result | undefined {
    for (const each of gathered) {
      if (each.score < leastScore) break;
      const value = read(each);
      if (value === undefined) continue;
      const found = { source: each.source, confidence: Math.min(1, each.score) };
      return { value, score: each.score, sources: new Map([[at, found]]), missing: [] };
    }
    return undefined;
  }

  function fillNested(name: string, shape: Shape, scope: Scope, at: string, depth: number): Result | undefined {
    let best: Result | undefined;
    for (const { item, score } of candidates.items(name, shape, scope).slice(0, 8)) {
      const filled = fillObject(shape, { subject: item, whole: false }, at, depth + 1);
      filled.score = filled.missing.length > 0 ? 0 : filled.score * score;
      if (isFilled(filled) && (!best || filled.score > best.score)) best = filled;
    }
    if (best || shape.properties.size === 0 || !scope.whole || scope.prefix) return best;
    // The page has no such thing of its own, but may say its properties beside those of the whole.
    const spread = fillObject(shape, { ...scope, prefix: names.conceptsOf(name) }, at, depth + 1);
    return isFilled(spread) ? { ...spread, score: spread.score * 0.7 } : undefined;
  }
  const isFilled = ({ sources, missing }: Result) => sources.size > 0 && missing.length === 0;

  function fillArray(name: string, shape: Shape, scope: Scope, at: string, depth: number): Result | undefined {
    const itemShapes = shape.items === undefined ? [] : shapesOf(shape.items, schema);
    const objects = itemShapes.filter(({ kind }) => kind === 'object');
    if (objects.length > 0) return bestOf(objects.map((each) => fillObjects(name, each, shape, scope, at, depth)));
    const [entry] = itemShapes;
    const asked = entry ?? { ...shape, kind: 'string' as const, values: undefined, format: undefined };
    return fromGathered(candidates.list(name, shape, scope), at, ({ values }) => {
      const list = values.flatMap((value) => convert(value, { name, shape: asked, resolve: evidence.resolve }) ?? []);
      const entries = asked.values || asked.format ? [...new Set(list)] : list;
      return entries.length >= Math.max(1, shape.minItems) ? entries.slice(0, shape.maxItems) : undefined;
    });
  }

  const bestOf = (results: readonly (Result | undefined)[]): Result | undefined =>
    results.reduce<Result | undefined>(
      (best, each) => (each && (!best || each.score > best.score) ? each : best),
      undefined,
    );

  function fillObjects(
    name: string,
    entry: Shape,
    shape: Shape,
    scope: Scope,
    at: string,
    depth: number,
  ): Result | undefined {
    const asked = Math.max(1, entry.properties.size);
    let best: { rows: Result[]; score: number } | undefined;
    for (const { items, score } of groupsFor(name, entry, scope, candidates)) {
      const rows: Result[] = [];
      for (const item of items.slice(0, 500)) {
        const row = fillObject(entry, { subject: item, whole: false }, pointer(at, rows.length), depth + 1);
        if (row.missing.length === 0 && row.sources.size > 0) rows.push(row);
        // The first few tell whether the rest can be any good.
        else if (rows.length === 0 && item === items[4]) break;
      }
      if (rows.length === 0) continue;
      const coverage = rows.reduce((sum, row) => sum + row.score, 0) / (rows.length * asked);
      const total = coverage * 0.7 + score * 0.3;
      if (coverage < (score >= 0.8 ? 0.2 : 0.4) || rows.length < shape.minItems) continue;
      if (!best || total > best.score + (rows.length > best.rows.length ? -0.05 : 0.05)) best = { rows, score: total };
    }
    if (!best) return undefined;
    const rows = best.rows.slice(0, shape.maxItems);
    const sources = new Map(rows.flatMap(({ sources: each }) => [...each]));
    return { value: rows.map(({ value }) => value), score: best.score, sources, missing: [] };
  }

  function fillWhole(shape: Shape): Result {
    if (shape.kind === 'object') return fillObject(shape, { subject: subjectFor(shape), whole: true }, '', 0);
    const found = fillShape(
      shape.title || shape.description || prompt,
      shape,
      { subject: subjectFor(shape), whole: true },
      '',
      0,
    );
    return found ?? { value: undefined, score: 0, sources: new Map(), missing: [''] };
  }
  const results = shapesOf(schema, schema).map(fillWhole);
  const best = results.reduce<Result | undefined>(
    (most, each) =>
      !most || (each.missing.length === 0 ? 100 : 0) + each.score > (most.missing.length === 0 ? 100 : 0) + most.score
        ? each
        : most,
    undefined,
  );
  return best
    ? { data: best.value, sources: best.sources, missing: best.missing }
    : { data: undefined, sources: new Map(), missing: [''] };
}
