/** Which tests run side by side: those against a stack mostly wait, for a killed process to come back or a lease to end. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../project.ts';

/**
 * The parts of a project that share a stack, each a lane; the last lane has the rest. The lanes of a project take about
 * the same time.
 */
const parts: Readonly<Record<'e2e' | 'chaos', readonly (readonly string[])[]>> = {
  e2e: [
    ['accounts', 'dashboard', 'edge'],
    ['actions', 'batch', 'branding', 'extract', 'operators'],
  ],
  chaos: [['randomFaults.test.ts', 'crawl.test.ts', 'randomCommands.test.ts']],
};

function projects(...names: readonly string[]): string[] {
  return names.flatMap((name) => ['--project', name]);
}

function lanesOf(project: keyof typeof parts): string[][] {
  const folder = `test/${project}`;
  // Folders of tests, or the tests themselves.
  const entries = readdirSync(join(projectRoot, folder)).filter((name) => !/(?<!\.test)\.ts$/.test(name));
  const listed = new Set(parts[project].flat());
  const rest = entries.filter((name) => !listed.has(name));
  return [...parts[project], rest].map((part) => [...projects(project), ...part.map((name) => `${folder}/${name}`)]);
}

/** The arguments of vitest for each lane of each step; the steps follow each other. */
export function testSteps(args: readonly string[]): string[][][] {
  const usual = [projects('unit', 'component', 'storage'), projects('deploy'), ...lanesOf('e2e')];
  if (args.length === 0) return [usual];
  if (args[0] === '--all') return [usual, [projects('conformance')], lanesOf('chaos'), [projects('long')]];
  return args.join(' ') === '--project chaos' ? [lanesOf('chaos')] : [[[...args]]];
}
