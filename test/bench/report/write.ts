import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Row } from '../row.ts';
import { benchNames } from './benchNames.ts';
import { barChart, lineChart } from './chart.ts';
import type { Machine } from './machine.ts';
import { type BenchResult, readResult, reportFolder } from './result.ts';

export const reportFile = fileURLToPath(new URL('../../../BENCHMARKS.md', import.meta.url));

const introduction = `# Benchmarks

Written by \`npm run bench -- all\`, which anybody can run: what it compares with is installed on first use. \`npm run bench -- NAME\` takes the figures of one bench anew, and \`npm run bench -- report\` writes this file from those that are there.

Machines are shared and noisy, so most figures are ratios: both programs run in turn on the same machine, in the same run. A figure such as \`8.1 (7.9–8.4)\` is the median of the rounds, with the least and the most. ✗ is a target that is not reached.
`;

/** Writes BENCHMARKS.md and its charts from the results that are there. */
export function writeReport(): void {
  mkdirSync(reportFolder, { recursive: true });
  for (const [name, chart] of charts()) writeFileSync(join(reportFolder, name), chart);
  writeFileSync(reportFile, reportText());
}

export function reportText(): string {
  return [introduction, ...benchNames.map(section)].join('\n');
}

function section(bench: string): string {
  const result = readResult(bench);
  if (!result) return `## ${bench}\n\nNot taken yet.\n`;
  const cells = result.rows.map(
    ({ what, measured, target, reached }) => `| ${what} | ${measured} | ${target} | ${reached ? '✓' : '✗'} |`,
  );
  const table = ['| what | measured | target | |', '| --- | --- | --- | --- |', ...cells].join('\n');
  const parts = [
    `## ${bench}`,
    `\`npm run bench -- ${bench}\` at commit ${result.commit}, ${result.takenAt.slice(0, 10)}, on ${described(result.machine)}.`,
    ...(result.failure === undefined ? [] : [`Not everything was measured: ${result.failure}`]),
    ...(cells.length === 0 ? [] : [table]),
    ...chartsOf(result),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** By the names of their files. */
function charts(): Map<string, string> {
  const results = benchNames.flatMap((name) => readResult(name) ?? []);
  return new Map(
    results.flatMap(({ bench, rows }) =>
      rows.flatMap((row, at) => {
        const chart = chartOf(row);
        return chart ? [[chartName(bench, at), chart.drawing] as const] : [];
      }),
    ),
  );
}

function chartName(bench: string, at: number): string {
  return `${bench}-${at + 1}.svg`;
}

function chartsOf({ bench, rows }: BenchResult): string[] {
  return rows.flatMap((row, at) => {
    const chart = chartOf(row);
    return chart ? [`![${chart.title}](docs/benchmarks/${chartName(bench, at)})`] : [];
  });
}

function chartOf({ what, comparison, growth }: Row): { title: string; drawing: string } | undefined {
  if (comparison) return { title: what, drawing: barChart(what, comparison) };
  return growth && { title: growth.title, drawing: lineChart(growth) };
}

function described({ processor, cores, memoryGb, kernel, node }: Machine): string {
  return `${cores} cores (${processor}), ${memoryGb} GB, ${kernel}, Node ${node}`;
}
