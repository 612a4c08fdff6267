import { type Box, boxAround, isInside } from './geometry.ts';
import { isRightToLeft } from './rightToLeft.ts';
import type { Rules } from './rules.ts';
import { type Run, type Segment, textOf, wordsOf } from './text.ts';

export interface TableCell {
  segments: Segment[];
  colspan: number;
  rowspan: number;
}

export interface Table extends Box {
  rows: TableCell[][];
}

const tolerance = 2.5;
const maxCells = 5_000;

/** Positions that are the same within the thickness of a rule. */
function distinct(values: readonly number[]): number[] {
  const positions: number[] = [];
  for (const value of values.toSorted((a, b) => a - b)) {
    const last = positions.at(-1);
    if (last === undefined || value - last > tolerance) positions.push(value);
  }
  return positions;
}

function touches(a: Box, b: Box): boolean {
  return (
    a.left <= b.right + tolerance &&
    b.left <= a.right + tolerance &&
    a.top <= b.bottom + tolerance &&
    b.top <= a.bottom + tolerance
  );
}

interface Grid extends Box {
  horizontal: Box[];
  vertical: Box[];
}

/** Rules that touch each other, directly or through others. */
function gridsOf({ horizontal, vertical }: Rules): Grid[] {
  const grids: Grid[] = [];
  for (const rule of [...horizontal, ...vertical]) {
    const isHorizontal = rule.right - rule.left >= rule.bottom - rule.top;
    const joined: Grid = { ...rule, horizontal: isHorizontal ? [rule] : [], vertical: isHorizontal ? [] : [rule] };
    for (let index = grids.length - 1; index >= 0; index--) {
      const grid = grids[index];
      if (!grid || !touches(grid, rule)) continue;
      joined.horizontal.push(...grid.horizontal);
      joined.vertical.push(...grid.vertical);
      Object.assign(joined, boxAround([joined, grid]));
      grids.splice(index, 1);
    }
    grids.push(joined);
  }
  return grids;
}

/** Whether the rules at this position cover the middle of a stretch. */
function isRuledAt(rules: readonly Box[], x: number, y: number): boolean {
  return rules.some((rule) =>
    isInside(x, y, {
      left: rule.left - tolerance,
      right: rule.right + tolerance,
      top: rule.top - tolerance,
      bottom: rule.bottom + tolerance,
    }),
  );
}

/** The segments cut where a rule stands between two of their words. */
function cutAt(xs: readonly number[], segments: readonly Segment[]): Segment[] {
  const columnOf = ({ left, right }: Box) => xs.findLastIndex((x) => x <= (left + right) / 2);
  return segments.flatMap((segment) => {
    if (!xs.some((x) => segment.left < x - tolerance && segment.right > x + tolerance)) return [segment];
    const columns = new Map<number, Run[]>();
    for (const run of segment.runs.flatMap((each) => wordsOf(each))) {
      const column = columns.get(columnOf(run));
      if (column) column.push(run);
      else columns.set(columnOf(run), [run]);
    }
    return Array.from(columns.values(), (runs) => ({ ...segment, ...boxAround(runs), runs }));
  });
}

function tableOf(grid: Grid, segments: readonly Segment[]): Table | undefined {
  const ys = distinct(grid.horizontal.map(({ top, bottom }) => (top + bottom) / 2));
  const xs = distinct(grid.vertical.map(({ left, right }) => (left + right) / 2));
  const height = ys.length - 1;
  const width = xs.length - 1;
  if (height < 1 || width < 1 || height * width < 2 || height * width > maxCells) return undefined;
  const at = (values: readonly number[], index: number) => values[index] ?? 0;
  const middle = (values: readonly number[], index: number) => (at(values, index) + at(values, index + 1)) / 2;
  const inCells = new Map<number, Segment[]>();
  for (const segment of cutAt(xs, segments)) {
    const column = xs.findLastIndex((x) => x <= (segment.left + segment.right) / 2);
    const row = ys.findLastIndex((y) => y <= (segment.top + segment.bottom) / 2);
    if (column < 0 || row < 0 || column >= width || row >= height) continue;
    const key = row * width + column;
    inCells.set(key, [...(inCells.get(key) ?? []), segment]);
  }
  const taken = new Set<number>();
  const rows = Array.from({ length: height }, (_, row) => {
    const cells: TableCell[] = [];
    for (let column = 0; column < width; column++) {
      if (taken.has(row * width + column)) continue;
      let colspan = 1;
      const y = middle(ys, row);
      while (column + colspan < width && !isRuledAt(grid.vertical, at(xs, column + colspan), y)) colspan++;
      let rowspan = 1;
      const x = middle(xs, column);
      while (row + rowspan < height && !isRuledAt(grid.horizontal, x, at(ys, row + rowspan))) rowspan++;
      const own: Segment[] = [];
      for (let r = row; r < row + rowspan; r++)
        for (let c = column; c < column + colspan; c++) {
          taken.add(r * width + c);
          own.push(...(inCells.get(r * width + c) ?? []));
        }
      cells.push({ segments: own, colspan, rowspan });
    }
    return cells;
  });
  const { left, right, top, bottom } = grid;
  const isReversed = isRightToLeft(segments.flatMap(({ runs }) => runs));
  return { left, right, top, bottom, rows: isReversed ? rows.map((row) => row.toReversed()) : rows };
}

/** The tables whose cells are drawn, and the segments that are in none. A frame around text is no table. */
export function takeRuledTables(
  rules: Rules,
  segments: readonly Segment[],
): { tables: Table[]; rest: readonly Segment[] } {
  const tables: Table[] = [];
  let rest = segments;
  for (const grid of gridsOf(rules)) {
    if (grid.horizontal.length < 2 || grid.vertical.length < 2) continue;
    const inside = rest.filter((segment) =>
      isInside((segment.left + segment.right) / 2, (segment.top + segment.bottom) / 2, grid),
    );
    const table = inside.length > 0 ? tableOf(grid, inside) : undefined;
    if (!table || !isTable(table, inside)) continue;
    tables.push(table);
    rest = rest.filter((segment) => !inside.includes(segment));
  }
  return { tables, rest };
}

function isTable({ rows }: Table, inside: readonly Segment[]): boolean {
  const cells = rows.flat();
  const filled = cells.filter(({ segments }) => segments.length > 0);
  const columns = Math.max(...rows.map((row) => row.length));
  const fullest = Math.max(...filled.map(({ segments }) => segments.length));
  return (
    columns >= 2 &&
    filled.length >= 3 &&
    filled.length >= 0.25 * cells.length &&
    countLetters(filled.flatMap(({ segments }) => segments)) === countLetters(inside) &&
    (fullest < 25 || filled.length > 8)
  );
}

function countLetters(segments: readonly Segment[]): number {
  return segments.reduce((sum, { runs }) => sum + textOf(runs).replace(/\s/g, '').length, 0);
}
