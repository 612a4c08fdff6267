/** The totals from vitest's JSON report, and what failed. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { projectRoot } from '../project.ts';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Each failure in a few lines. */
  readonly failures: readonly string[];
}

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly TestFile[];
}

interface TestFile {
  readonly name: string;
  readonly status: string;
  /** Why the file could not be loaded. */
  readonly message: string;
  readonly assertionResults: readonly {
    readonly status: string;
    readonly fullName: string;
    readonly failureMessages: readonly string[];
  }[];
}

const linesOfFailure = 12;

export function tallyOf(reportPath: string, exitCode: number): Tally {
  const report = readReport(reportPath);
  const failures = report?.testResults.flatMap(failuresOf) ?? [];
  // An error outside of any test (a failed setup, an unhandled rejection) shows only in the exit code.
  if (failures.length === 0 && exitCode !== 0) failures.push(`vitest ended with ${exitCode} outside of any test`);
  return {
    passed: report?.numPassedTests ?? 0,
    failed: Math.max(failures.length, report?.numFailedTests ?? 0),
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
    failures,
  };
}

export function addUp(tallies: readonly Tally[]): Tally {
  const sum = (pick: (tally: Tally) => number) => tallies.reduce((total, tally) => total + pick(tally), 0);
  return {
    passed: sum((each) => each.passed),
    failed: sum((each) => each.failed),
    skipped: sum((each) => each.skipped),
    failures: tallies.flatMap((each) => each.failures),
  };
}

function failuresOf(file: TestFile): string[] {
  const path = relative(projectRoot, file.name);
  // A test file that could not be loaded has no failed test, so the file counts as one.
  if (file.status === 'failed' && file.assertionResults.length === 0) return [describe(path, file.message)];
  return file.assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => describe(`${path} > ${test.fullName}`, test.failureMessages.join('\n')));
}

function describe(title: string, message: string): string {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, linesOfFailure);
  return [title, ...lines.map((line) => `    ${line}`)].join('\n');
}

function readReport(path: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
