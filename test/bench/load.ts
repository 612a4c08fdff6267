import { forkScript } from './childProcess.ts';
import { median } from './median.ts';

export interface Target {
  address: string;
  path: string;
  /** What every answer must have; by default 200. */
  status?: number;
}

export interface LoadOptions {
  targets: readonly Target[];
  /** To each target. */
  connections: number;
  warmUpTurns: number;
  turns: number;
}

/** Of one turn. */
export interface LoadResult {
  /** Requests per second. */
  rate: number;
  /** In ms. */
  p99: number;
}

/** Sends requests over 50 connections to one target after the other, in short turns, and tells what each gave in each turn. */
export async function loadInTurns(targets: readonly Target[]): Promise<LoadResult[][]> {
  const options: LoadOptions = { targets, connections: 50, warmUpTurns: 10, turns: 50 };
  return (await forkScript<LoadResult[][]>('loadGenerator', [JSON.stringify(options)])).message;
}

/** The median of what a figure was in comparison with the other target's in the same turn. */
export function ratioOf(
  figure: keyof LoadResult,
  ours: readonly LoadResult[] = [],
  theirs: readonly LoadResult[] = [],
) {
  return median(ours.map((result, turn) => result[figure] / (theirs[turn]?.[figure] ?? Number.NaN)));
}
