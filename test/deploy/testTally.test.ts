import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { tallyOf } from '../../deploy/local/commands/testTally.ts';

const folder = mkdtempSync(join(tmpdir(), 'sightread-tally-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function reportOf(counts: object, testResults: object[] = []): string {
  const path = join(folder, 'report.json');
  const none = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };
  writeFileSync(path, JSON.stringify({ ...none, ...counts, testResults }));
  return path;
}

test('tests are counted as vitest counted them', () => {
  const path = reportOf({ numPassedTests: 5, numFailedTests: 2, numPendingTests: 1 });
  expect(tallyOf(path, 1)).toEqual({ passed: 5, failed: 2, skipped: 1 });
});

test('a test file that could not be loaded counts as failed', () => {
  const path = reportOf({ numPassedTests: 5 }, [{ status: 'failed', assertionResults: [] }]);
  expect(tallyOf(path, 1)).toMatchObject({ passed: 5, failed: 1 });
});

test('an error outside of any test counts as failed', () => {
  expect(tallyOf(reportOf({ numPassedTests: 5 }), 1)).toMatchObject({ passed: 5, failed: 1 });
});

test('no report at all counts as failed', () => {
  expect(tallyOf(join(folder, 'absent.json'), 1)).toMatchObject({ passed: 0, failed: 1 });
});
