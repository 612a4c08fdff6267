import { childPointer } from '../../../contracts/json/pointer.ts';
import type { Evidence, Item, Value } from '../declared/evidence.ts';
import type { Schema } from '../schema/schemaRefs.ts';
import { type Shape, shapesOf } from '../schema/shape.ts';
import type { Scope } from './candidate.ts';
import type { Candidates } from './candidates.ts';
import { convert } from './convert.ts';
import { bestOf, type FillResult, firstReadable, isFilled } from './fillResult.ts';
import type { FindGroups } from './itemGroups.ts';
import type { NameMatcher } from './nameMatcher.ts';
import { provenanceOf, type Reading } from './provenance.ts';

/** A schema may refer to itself; what a page declares is not nested deeper than this. */
const maxDepth = 8;
/** How many candidates are tried for a nested object. */
const maxNestedCandidates = 8;
const maxRows = 500;
/** If none of the first items of a group fits the schema, the others are not tried. */
const probedItems = 5;

/** The place in the data that is to be filled. */
interface Target {
  /** The name of the property. */
  name: string;
  scope: Scope;
  pointer: string;
  depth: number;
}

interface Deps {
  /** The whole schema, for references. */
  schema: Schema;
  evidence: Evidence;
  names: NameMatcher;
  candidates: Candidates;
  findGroups: FindGroups;
}

/** The values in their order, but after a number alone, the same number with its unit comes first: `30`, `30 cookies`. */
function mostTelling(values: readonly Value[]): [number, Value][] {
  const entries = [...values.entries()];
  const [first] = values;
  if (values.length < 2 || !/^\d{1,6}$/.test(String(first))) return entries;
  const withUnit = entries.find(([, value]) => typeof value === 'string' && value.startsWith(`${first} `));
  return withUnit ? [withUnit, ...entries.filter((entry) => entry !== withUnit)] : entries;
}

/** Fills the parts of a schema with the best candidates. */
export class SchemaFiller {
  constructor(private readonly deps: Deps) {}

  fillObject(shape: Shape, scope: Scope, pointer: string, depth: number): FillResult {
    const { names, schema } = this.deps;
    const value: Record<string, unknown> = {};
    const result: FillResult = { value, score: 0, sources: new Map(), missing: [] };
    const labels = [...shape.properties].map(([name]) => names.conceptsOf(name));
    const inner: Scope = { ...scope, labels };
    for (const [name, property] of shape.properties) {
      const target = { name, scope: inner, pointer: childPointer(pointer, name), depth };
      const found = depth < maxDepth ? this.fillProperty(property, target) : undefined;
      if (found && found.missing.length === 0) {
        value[name] = found.value;
        result.score += found.score;
        for (const [key, each] of found.sources) result.sources.set(key, each);
      } else if (shape.required.has(name)) {
        if (shapesOf(property, schema).some(({ isNullable }) => isNullable)) value[name] = null;
        else result.missing.push(...(found?.missing.length ? found.missing : [target.pointer]));
      }
    }
    if (shape.properties.size === 0 && scope.subject && typeof shape.additional !== 'boolean')
      this.fillMap(result, value, scope.subject, shape.additional, pointer);
    return result;
  }

  /** A map without fixed names takes all properties of the item. */
  private fillMap(
    result: FillResult,
    value: Record<string, unknown>,
    item: Item,
    additional: Schema,
    pointer: string,
  ): void {
    const { schema, evidence } = this.deps;
    for (const [name, values] of item.properties) {
      const [first] = values;
      if (name.startsWith('@') || first === undefined) continue;
      for (const shape of shapesOf(additional, schema)) {
        const converted = convert(first, { name, shape, resolve: evidence.resolve });
        if (converted === undefined) continue;
        value[name] = converted;
        result.score += 0.5;
        const candidate = { values, score: 0.8, source: item.source, path: name, origins: item.origins?.get(name) };
        result.sources.set(
          childPointer(pointer, name),
          provenanceOf(candidate, { value: converted, raw: first, at: 0 }),
        );
        break;
      }
    }
  }

  private fillProperty(property: Schema, target: Target): FillResult | undefined {
    return bestOf(shapesOf(property, this.deps.schema).map((shape) => this.fillShape(shape, target)));
  }

  fillShape(shape: Shape, target: Target): FillResult | undefined {
    const constant = shape.values?.length === 1 ? shape.values[0] : null;
    if (constant !== null) return { value: constant, score: 0, sources: new Map(), missing: [] };
    if (shape.kind === 'object') return this.fillNested(shape, target);
    if (shape.kind === 'array') return this.fillArray(shape, target);
    return this.fillScalar(shape, target);
  }

  private fillScalar(shape: Shape, { name, scope, pointer }: Target): FillResult | undefined {
    const { candidates, evidence } = this.deps;
    const found = firstReadable(candidates.scalar(name, shape, scope), ({ values }): Reading | undefined => {
      for (const [at, raw] of mostTelling(values)) {
        const value = convert(raw, { name, shape, resolve: evidence.resolve });
        if (value !== undefined && value !== '') return { value, raw, at };
      }
      return undefined;
    });
    if (!found) return undefined;
    const { candidate, reading } = found;
    const sources = new Map([[pointer, provenanceOf(candidate, reading)]]);
    return { value: reading.value, score: candidate.score, sources, missing: [] };
  }

  private fillNested(shape: Shape, { name, scope, pointer, depth }: Target): FillResult | undefined {
    const { candidates, names } = this.deps;
    let best: FillResult | undefined;
    for (const { item, score } of candidates.items(name, shape, scope).slice(0, maxNestedCandidates)) {
      const filled = this.fillObject(shape, { subject: item, searchesPage: false }, pointer, depth + 1);
      filled.score = filled.missing.length > 0 ? 0 : filled.score * score;
      if (isFilled(filled) && (!best || filled.score > best.score)) best = filled;
    }
    if (best || shape.properties.size === 0 || !scope.searchesPage || scope.prefix) return best;
    // The page has no such item, but its properties may be beside those of the subject: `addressCity` for `address.city`.
    const flat = this.fillObject(shape, { ...scope, prefix: names.conceptsOf(name) }, pointer, depth + 1);
    return isFilled(flat) ? { ...flat, score: flat.score * 0.7 } : undefined;
  }

  private fillArray(shape: Shape, target: Target): FillResult | undefined {
    const { candidates, evidence, schema } = this.deps;
    const { name, scope, pointer } = target;
    const entryShapes = shape.items === undefined ? [] : shapesOf(shape.items, schema);
    const objects = entryShapes.filter(({ kind }) => kind === 'object');
    if (objects.length > 0) return bestOf(objects.map((entry) => this.fillRows(entry, shape, target)));
    const entry = entryShapes[0] ?? { ...shape, kind: 'string' as const, values: undefined, format: undefined };
    const found = firstReadable(candidates.list(name, scope), ({ values }): Reading[] | undefined => {
      const list = [...values.entries()].flatMap(([at, raw]) => {
        const value = convert(raw, { name, shape: entry, resolve: evidence.resolve });
        return value === undefined ? [] : [{ value, raw, at }];
      });
      const entries =
        entry.values || entry.format ? [...new Map(list.map((each) => [each.value, each])).values()] : list;
      return entries.length >= Math.max(1, shape.minItems) ? entries.slice(0, shape.maxItems) : undefined;
    });
    if (!found) return undefined;
    const { candidate, reading } = found;
    const sources = new Map(
      reading.map((each, at) => [childPointer(pointer, at), provenanceOf(candidate, each)] as const),
    );
    return { value: reading.map(({ value }) => value), score: candidate.score, sources, missing: [] };
  }

  /** A list of objects, from the group of items that fits best. */
  private fillRows(entry: Shape, { minItems, maxItems }: Shape, { name, scope, pointer, depth }: Target) {
    const propertyCount = Math.max(1, entry.properties.size);
    let best: { rows: FillResult[]; score: number } | undefined;
    for (const { items, score } of this.deps.findGroups(name, entry, scope)) {
      const rows = this.rowsOf(items, entry, pointer, depth);
      if (rows.length === 0) continue;
      const coverage = rows.reduce((sum, row) => sum + row.score, 0) / (rows.length * propertyCount);
      const total = coverage * 0.7 + score * 0.3;
      if (coverage < (score >= 0.8 ? 0.2 : 0.4) || rows.length < minItems) continue;
      if (!best || total > best.score + (rows.length > best.rows.length ? -0.05 : 0.05)) best = { rows, score: total };
    }
    if (!best) return undefined;
    const rows = best.rows.slice(0, maxItems);
    const sources = new Map(rows.flatMap((row) => [...row.sources]));
    return { value: rows.map(({ value }) => value), score: best.score, sources, missing: [] };
  }

  private rowsOf(items: readonly Item[], entry: Shape, pointer: string, depth: number): FillResult[] {
    const rows: FillResult[] = [];
    for (const item of items.slice(0, maxRows)) {
      const scope = { subject: item, searchesPage: false };
      const row = this.fillObject(entry, scope, childPointer(pointer, rows.length), depth + 1);
      if (isFilled(row)) rows.push(row);
      else if (rows.length === 0 && item === items[probedItems - 1]) break;
    }
    return rows;
  }
}
