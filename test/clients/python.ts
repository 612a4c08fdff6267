import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeXML } from 'entities';
import { providePython } from '../bench/python.ts';
import { pythonDependencies, pythonPackage } from '../support/firecrawl/client.ts';
import type { SuiteOutcome, SuiteRun } from './suite.ts';

/** What it asks of a language model that reads prompts for crawls. */
const leftOut = {
  name: 'params_preview',
  skipped: {
    test: 'crawl_params_preview (2 tests)',
    reason: 'the prompt of a crawl is not turned into options here; the answer says so in `warning`',
  },
};

/** Runs the suite that is installed with the Python client. */
export async function runPythonSuite({ api, key, folder }: SuiteRun): Promise<SuiteOutcome> {
  const python = providePython('firecrawl-suite', [...pythonDependencies, 'pytest', 'pytest-asyncio'], [pythonPackage]);
  const report = join(folder, 'python.xml');
  // Its folders are no packages, so it is named by its path.
  const located = execFileSync(python, ['-c', 'import firecrawl; print(firecrawl.__path__[0])'], { encoding: 'utf8' });
  const suite = join(located.trim(), '__tests__/e2e/v2');
  const args = ['-m', 'pytest', suite, '-q', '-o', 'asyncio_mode=auto', '-k', `not ${leftOut.name}`];
  const child = spawn(python, [...args, '-p', 'no:cacheprovider', `--junitxml=${report}`], {
    cwd: folder,
    env: { ...process.env, API_URL: api, TEST_URL: api, API_KEY: key },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await once(child, 'exit');
  const cases = [...(await readFile(report, 'utf8')).matchAll(/<testcase ([^>]*?)(?:\/>|>(.*?)<\/testcase>)/gs)];
  const outcome: SuiteOutcome = { client: 'firecrawl-py 4.54.0', passed: 0, failed: [], skipped: [leftOut.skipped] };
  for (const [, attributes = '', content = ''] of cases) {
    const test = `${attribute(attributes, 'classname')} ${attribute(attributes, 'name')}`;
    const [, kind, more = ''] = /<(failure|error|skipped) ([^>]*)>/.exec(content) ?? [];
    const reason = attribute(more, 'message');
    if (kind === 'skipped') outcome.skipped.push({ test, reason });
    else if (kind) outcome.failed.push({ test, reason });
    else outcome.passed += 1;
  }
  return outcome;
}

function attribute(text: string, name: string): string {
  return decodeXML(new RegExp(`\\b${name}="([^"]*)"`).exec(text)?.[1] ?? '');
}
