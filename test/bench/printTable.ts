import { appendFileSync } from 'node:fs';
import type { Row } from './row.ts';

/** The file that a run of several benches collects the rows of one in, a line of JSON each. */
export const rowsFileVariable = 'SIGHTREAD_BENCH_ROWS';

/** Whether every target was reached. */
export function printTable(rows: readonly Row[]): boolean {
  console.log('| what | measured | target | |\n| --- | --- | --- | --- |');
  for (const { what, measured, target, reached } of rows) {
    console.log(`| ${what} | ${measured} | ${target} | ${reached ? '✓' : '✗'} |`);
  }
  const file = process.env[rowsFileVariable];
  if (file) for (const row of rows) appendFileSync(file, `${JSON.stringify(row)}\n`);
  return rows.every(({ reached }) => reached);
}
