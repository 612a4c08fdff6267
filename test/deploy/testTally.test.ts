import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { tallyOf } from '../../deploy/local/commands/testTally.ts';

const folder = mkdtempSync(join(tmpdir(), 'sightread-tally-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function reportOf(counts: object, testResults: object[] = []): string {
  const path = join(folder, 'report.json');
  const none = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };
  writeFileSync(path, JSON.stringify({ ...none, ...counts, testResults }));
  return path;
}

describe('tallyOf', () => {
  it('has the totals of vitest’s report', () => {
    const path = reportOf({ numPassedTests: 5, numFailedTests: 2, numPendingTests: 1 });
    expect(tallyOf(path, 1)).toMatchObject({ passed: 5, failed: 2, skipped: 1 });
  });

  it('counts a test file that could not be loaded as failed', () => {
    const path = reportOf({ numPassedTests: 5 }, [
      { name: 'test/a.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ]);
    expect(tallyOf(path, 1)).toMatchObject({ passed: 5, failed: 1, failures: ['test/a.test.ts\n    no such module'] });
  });

  it('names each failed test with its first lines', () => {
    const message = ['\u001b[31mexpected 1 to be 2\u001b[39m', ...Array.from({ length: 40 }, () => 'at a line')].join(
      '\n',
    );
    const path = reportOf({ numPassedTests: 1, numFailedTests: 1 }, [
      {
        name: 'test/a.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'adds', failureMessages: [] },
          { status: 'failed', fullName: 'sums > adds twice', failureMessages: [message] },
        ],
      },
    ]);
    const { failures } = tallyOf(path, 1);
    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatch(/^test\/a\.test\.ts > sums > adds twice\n {4}expected 1 to be 2\n/);
    expect(failures[0]?.split('\n').length).toBeLessThan(20);
  });

  it('counts an error outside of any test as failed', () => {
    expect(tallyOf(reportOf({ numPassedTests: 5 }), 1)).toMatchObject({ passed: 5, failed: 1 });
  });

  it('counts a missing report as failed', () => {
    expect(tallyOf(join(folder, 'absent.json'), 1)).toMatchObject({ passed: 0, failed: 1 });
  });
});
