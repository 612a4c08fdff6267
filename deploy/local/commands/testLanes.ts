/** Which tests run side by side: those against a stack mostly wait, for a killed process to come back or a lease to end. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../project.ts';

/** About half of each, by the time that they take. Each half has a stack of its own. */
const firstHalves: Readonly<Record<'e2e' | 'chaos', ReadonlySet<string>>> = {
  e2e: new Set(['accounts', 'operators', 'dashboard', 'edge', 'images']),
  chaos: new Set(['randomFaults.test.ts', 'crawl.test.ts', 'randomCommands.test.ts']),
};

function projects(...names: readonly string[]): string[] {
  return names.flatMap((name) => ['--project', name]);
}

function halvesOf(project: keyof typeof firstHalves): string[][] {
  const folder = `test/${project}`;
  // Folders of tests, or the tests themselves.
  const entries = readdirSync(join(projectRoot, folder)).filter((name) => !/(?<!\.test)\.ts$/.test(name));
  return [true, false].map((isFirst) => [
    ...projects(project),
    ...entries.filter((name) => firstHalves[project].has(name) === isFirst).map((name) => `${folder}/${name}`),
  ]);
}

/** The arguments of vitest for each lane of each step; the steps follow each other. */
export function testSteps(args: readonly string[]): string[][][] {
  const usual = [projects('unit', 'component', 'storage', 'deploy'), ...halvesOf('e2e')];
  if (args.length === 0) return [usual];
  if (args[0] === '--all') return [usual, [projects('conformance')], halvesOf('chaos'), [projects('long')]];
  return args.join(' ') === '--project chaos' ? [halvesOf('chaos')] : [[[...args]]];
}
