/** Which tests run side by side: those against a stack mostly wait, for a killed process to come back or a lease to end. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../project.ts';

/** The arguments of vitest for each of its runs, which follow each other. */
export type Lane = readonly (readonly string[])[];

/** The parts of a project that share a stack, each a run; the last one has the rest. */
const parts: Readonly<Record<'e2e' | 'chaos', readonly (readonly string[])[]>> = {
  e2e: [['extract'], ['accounts', 'branding', 'dashboard', 'mcp'], ['actions', 'batch', 'images', 'operators']],
  chaos: [['randomFaults.test.ts', 'crawl.test.ts', 'randomCommands.test.ts']],
};

function projects(...names: readonly string[]): string[] {
  return names.flatMap((name) => ['--project', name]);
}

function runsOf(project: keyof typeof parts): string[][] {
  const folder = `test/${project}`;
  // Folders of tests, or the tests themselves.
  const entries = readdirSync(join(projectRoot, folder)).filter((name) => !/(?<!\.test)\.ts$/.test(name));
  const listed = new Set(parts[project].flat());
  const rest = entries.filter((name) => !listed.has(name));
  return [...parts[project], rest].map((part) => [...projects(project), ...part.map((name) => `${folder}/${name}`)]);
}

/** The lanes of each step; the steps follow each other. The lanes of one take about the same time. */
export function testSteps(args: readonly string[]): Lane[][] {
  // The deployment tests end after half of the time, so other tests follow them in their lane.
  const [afterDeploy = [], ...e2e] = runsOf('e2e');
  const usual = [
    [projects('unit', 'component')],
    [projects('deploy'), projects('storage'), afterDeploy],
    ...e2e.map(alone),
  ];
  if (args.length === 0) return [usual];
  const chaos = runsOf('chaos').map(alone);
  if (args[0] === '--all') return [usual, [[projects('conformance')]], chaos, [[projects('long')]]];
  return args.join(' ') === '--project chaos' ? [chaos] : [[[args]]];
}

function alone(run: readonly string[]): Lane {
  return [run];
}
