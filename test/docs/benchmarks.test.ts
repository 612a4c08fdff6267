import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { benchNames } from '../bench/report/benchNames.ts';
import { barChart, lineChart } from '../bench/report/chart.ts';
import { readResult } from '../bench/report/result.ts';
import { reportFile, reportText } from '../bench/report/write.ts';
import { against, beside } from '../bench/row.ts';

const isShallow = git('rev-parse', '--is-shallow-repository') === 'true';
const shallow = isShallow ? ' (skipped: the clone has no history)' : '';

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim();
}

describe('BENCHMARKS.md', () => {
  it('is what `npm run bench -- report` writes from the kept results', () => {
    expect(readFileSync(reportFile, 'utf8')).toBe(reportText());
  });

  it('has a section for every bench, also where its figures were not taken', () => {
    for (const name of benchNames) expect(reportText()).toMatch(new RegExp(`^## ${name}$`, 'm'));
  });

  it.skipIf(isShallow)(`names commits that can be checked out${shallow}`, () => {
    const history = git('rev-list', 'HEAD').split('\n');
    const results = benchNames.flatMap((name) => readResult(name) ?? []);
    const unknown = results.filter(({ commit }) => !history.some((each) => each.startsWith(commit)));
    expect(unknown.map(({ bench, commit }) => `${bench} at ${commit}`)).toEqual([]);
  });

  it('compares medians and shows the spread of the rounds', () => {
    const ours = { name: 'ours', samples: [8, 12, 10] };
    const theirs = { name: 'theirs', samples: [5, 4, 6] };
    expect(against('pages', 'pages/s', [ours, theirs], { min: 2.5 })).toMatchObject({
      what: 'pages, against theirs',
      measured: '10.0 (8.0–12.0) / 5.0 (4.0–6.0) pages/s = 2.00',
      target: '≥ 2.5',
      reached: false,
    });
    expect(against('memory', 'MB', [ours, theirs], { max: 2 })).toMatchObject({ target: '≤ 2', reached: true });
    expect(beside('F1', '', [ours, theirs], 'least').reached).toBe(false);
  });

  it('has charts with a bar for each program, whatever its name', () => {
    const chart = barChart('a < b', { unit: 'MB', programs: [{ name: 'R&D', samples: [1, 2, 3] }] });
    expect(chart).toContain('<title>a &lt; b</title>');
    expect(chart).toContain('R&amp;D');
    expect(chart.match(/<rect /g)).toHaveLength(2);
  });

  it('has charts of growth that begin at zero', () => {
    const points = [
      { x: 100, y: 50 },
      { x: 100_000, y: 25 },
    ];
    const chart = lineChart({ title: 'Rate', by: 'pages', unit: 'pages/s', points });
    const [first = 0, second = 0] = [...chart.matchAll(/cy="([\d.]+)"/g)].map(([, down]) => Number(down));
    const axis = Number(/M12 ([\d.]+)H/.exec(chart)?.[1]);
    expect((axis - second) / (axis - first)).toBeCloseTo(0.5, 2);
    expect(chart).toContain('100,000');
  });
});
