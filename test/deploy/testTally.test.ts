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
    expect(tallyOf(path, 1)).toEqual({ passed: 5, failed: 2, skipped: 1 });
  });

  it('counts a test file that could not be loaded as failed', () => {
    const path = reportOf({ numPassedTests: 5 }, [{ status: 'failed', assertionResults: [] }]);
    expect(tallyOf(path, 1)).toMatchObject({ passed: 5, failed: 1 });
  });

  it('counts an error outside of any test as failed', () => {
    expect(tallyOf(reportOf({ numPassedTests: 5 }), 1)).toMatchObject({ passed: 5, failed: 1 });
  });

  it('counts a missing report as failed', () => {
    expect(tallyOf(join(folder, 'absent.json'), 1)).toMatchObject({ passed: 0, failed: 1 });
  });
});
