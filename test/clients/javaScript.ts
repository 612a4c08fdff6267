import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodePackage } from '../support/firecrawl/client.ts';
import type { SuiteOutcome, SuiteRun } from './suite.ts';

interface Report {
  testResults: { assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[];
}

/** Runs the suite of the JavaScript client, which is written for Jest, with Vitest on the Node that the client wants. */
export async function runJavaScriptSuite({ api, key, folder }: SuiteRun): Promise<SuiteOutcome> {
  const report = join(folder, 'javascript.json');
  const config = fileURLToPath(new URL('./javaScriptSuite.config.ts', import.meta.url));
  const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
  const args = ['run', '--config', config, '--reporter=json', `--outputFile=${report}`];
  const child = spawn('npm', ['exec', '--yes', `--package=${nodePackage}`, '--', 'node', vitest, ...args], {
    env: { ...process.env, TEST_URL: api, FIRECRAWL_API_URL: api, TEST_API_KEY: key },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await once(child, 'exit');
  const { testResults }: Report = JSON.parse(await readFile(report, 'utf8'));
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const named = (status: string, reason: (messages: string[]) => string) =>
    tests
      .filter((each) => each.status === status)
      .map(({ fullName, failureMessages }) => ({ test: fullName, reason: reason(failureMessages) }));
  return {
    client: '@mendable/firecrawl-js 4.42.0',
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: named('failed', (messages) => messages.join('\n')),
    skipped: named('skipped', () => 'the suite itself skips it'),
  };
}
