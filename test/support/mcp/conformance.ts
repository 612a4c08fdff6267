/** The official conformance suite of the Model Context Protocol, as its command runs it. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';

/** It wants a newer Node than we do. */
const nodePackage = 'node@22.23.3';
const suite = resolve('node_modules/@modelcontextprotocol/conformance/dist/index.js');

interface Outcome {
  code: number;
  output: string;
}

function run(args: readonly string[]): Promise<Outcome> {
  const command = ['exec', '--yes', `--package=${nodePackage}`, '--', 'node', suite, 'server'];
  return new Promise((done) => {
    execFile('npm', [...command, ...args], { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : error ? -1 : 0;
      done({ code, output: stdout + stderr });
    });
  });
}

/** Runs a scenario against a server. */
export function runScenario(url: string, scenario: string): Promise<Outcome> {
  return run(['--url', url, '--scenario', scenario]);
}

/** Runs all scenarios against a server; each with whether it was passed. */
export async function runAllScenarios(url: string): Promise<Map<string, boolean>> {
  const { output } = await run(['--url', url, '--suite', 'all']);
  const [, summary = ''] = output.split('=== SUMMARY ===');
  return new Map([...summary.matchAll(/^([✓✗]) ([\w-]+):/gm)].map(([, mark, name = '']) => [name, mark === '✓']));
}
