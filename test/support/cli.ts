/** The operators' command line: what `npm run sightread` runs, without npm, which takes half a second of CPU itself. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';
import { projectRoot } from '../../deploy/local/project.ts';

export interface CommandResult {
  code: number;
  out: string;
  err: string;
}

export async function runCli(...args: string[]): Promise<CommandResult> {
  const { PATH, HOME } = process.env;
  const { SIGHTREAD_HOME, PLANS_FILE } = inject('env');
  // The command finds the stack through its data folder alone.
  return runCliWith({ PATH, HOME, SIGHTREAD_HOME, PLANS_FILE }, ...args);
}

/** Runs a command with an environment of the test's choosing. */
export async function runCliWith(env: NodeJS.ProcessEnv, ...args: string[]): Promise<CommandResult> {
  const child = spawn(process.execPath, [join(projectRoot, 'deploy/local/run.mjs'), 'sightread', ...args], {
    cwd: projectRoot,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number>((resolve) => {
      child.once('close', (status) => resolve(status ?? -1));
    }),
  ]);
  return { code, out: out.trimEnd(), err: err.trimEnd() };
}

/** The output of a command that must succeed. */
export async function sightread(...args: string[]): Promise<string> {
  const { code, out, err } = await runCli(...args);
  if (code !== 0) throw new Error(`sightread ${args.join(' ')}: ${err}`);
  return out;
}
