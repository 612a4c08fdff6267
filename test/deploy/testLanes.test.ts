import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Lane, testSteps } from '../../deploy/local/commands/testLanes.ts';

/** The paths among the arguments of all lanes, sorted. */
function pathsOf(steps: readonly (readonly Lane[])[], prefix: string): string[] {
  return steps
    .flat(3)
    .filter((argument) => argument.startsWith(prefix))
    .sort();
}

describe('the tests that run side by side', () => {
  it('are all end-to-end tests, each once, and the projects without a stack of their own', () => {
    const steps = testSteps([]);
    expect(steps).toHaveLength(1);
    expect(steps[0]).toHaveLength(5);
    expect(pathsOf(steps, 'test/')).toEqual(readdirSync('test/e2e').map((name) => `test/e2e/${name}`));
    expect(steps[0]?.[1]?.[0]).toContain('deploy');
  });

  it('are all tests of faults, each once', () => {
    const steps = testSteps(['--project', 'chaos']);
    const files = readdirSync('test/chaos').filter((name) => name.endsWith('.test.ts'));
    expect(pathsOf(steps, 'test/')).toEqual(files.map((name) => `test/chaos/${name}`));
  });

  it('are followed by those that take minutes with --all', () => {
    expect(testSteps(['--all']).map((lanes) => lanes.length)).toEqual([5, 1, 2, 1]);
  });

  it('are only the chosen ones, if some are chosen', () => {
    expect(testSteps(['test/e2e/batch', '-t', 'a batch'])).toEqual([[[['test/e2e/batch', '-t', 'a batch']]]]);
  });
});
