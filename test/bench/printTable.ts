import type { Row } from './row.ts';

/** Whether every target was reached. */
export function printTable(rows: readonly Row[]): boolean {
  console.log('| what | measured | target | |\n| --- | --- | --- | --- |');
  for (const { what, measured, target, reached } of rows) {
    console.log(`| ${what} | ${measured} | ${target} | ${reached ? '✓' : '✗'} |`);
  }
  return rows.every(({ reached }) => reached);
}
