/** Which tests run side by side: those against a stack mostly wait, for a killed process to come back or a lease to end. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../project.ts';

/**
 * The parts of a project that share a stack, each a lane; the last lane has the rest. The lanes take about the same time;
 * those of the deployment take half as long as others, so the first part of the end-to-end tests follows them.
 */
const parts: Readonly<Record<'e2e' | 'chaos', readonly (readonly string[])[]>> = {
  e2e: [
    ['edge', 'extract', 'images', 'mcp'],
    ['accounts', 'dashboard'],
    ['actions', 'batch', 'branding', 'operators'],
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
  const [afterDeploy = [], ...e2e] = lanesOf('e2e');
  const deploy = [...projects('deploy'), 'test/deploy', ...afterDeploy];
  const usual = [projects('unit', 'component', 'storage'), deploy, ...e2e];
  if (args.length === 0) return [usual];
  if (args[0] === '--all') return [usual, [projects('conformance')], lanesOf('chaos'), [projects('long')]];
  return args.join(' ') === '--project chaos' ? [lanesOf('chaos')] : [[[...args]]];
}
