/** The result of each bench is kept as a file, so that a long run can be made in pieces. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Row } from '../row.ts';
import { type Machine, thisMachine } from './machine.ts';

export interface BenchResult {
  bench: string;
  takenAt: string;
  machine: Machine;
  /** The commit that was measured. */
  commit: string;
  rows: readonly Row[];
  /** Why there are no rows, or not all. */
  failure?: string;
}

export const reportFolder = fileURLToPath(new URL('../../../docs/benchmarks/', import.meta.url));

function fileOf(bench: string): string {
  return join(reportFolder, `${bench}.json`);
}

export function keepResult(result: Pick<BenchResult, 'bench' | 'rows' | 'failure' | 'commit'>): void {
  mkdirSync(reportFolder, { recursive: true });
  const kept: BenchResult = { ...result, takenAt: new Date().toISOString(), machine: thisMachine() };
  writeFileSync(fileOf(result.bench), `${JSON.stringify(kept, undefined, 2)}\n`);
}

/** Undefined if this bench was never run. */
export function readResult(bench: string): BenchResult | undefined {
  return existsSync(fileOf(bench)) ? JSON.parse(readFileSync(fileOf(bench), 'utf8')) : undefined;
}
