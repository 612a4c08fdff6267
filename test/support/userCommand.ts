/** The command of the published package, as it is built: `sightread …`. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { buildJavaScript } from '../../deploy/client/javaScript.ts';
import type { CommandResult } from './cli.ts';
import { api, images, publishableKey, secretKey } from './client.ts';

let folder: string | undefined;

/** Builds the package into a folder of its own, because other tests build it at the same time; returns the command. */
export async function buildUserCommand(): Promise<string> {
  folder = mkdtempSync(join(tmpdir(), 'sightread-client-'));
  await buildJavaScript(folder);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  return userCommand();
}

export function removeUserCommand(): void {
  if (folder) rmSync(folder, { recursive: true, force: true });
}

function userCommand(): string {
  return join(folder ?? '', 'sightread.js');
}

interface RunOptions {
  env?: Record<string, string>;
  input?: string;
  /** Called with what it has printed to standard error so far, and how to send it a signal. */
  onNote?: (notes: string, kill: (signal: NodeJS.Signals) => void) => void;
}

/** Runs it with the stack's keys in the environment. */
export async function runUserCommand(
  args: readonly string[],
  { env, input, onNote }: RunOptions = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, [userCommand(), ...args], {
    env: {
      PATH: process.env['PATH'],
      SIGHTREAD_KEY: secretKey(),
      SIGHTREAD_URL: api(),
      SIGHTREAD_PUBLISHABLE_KEY: publishableKey(),
      SIGHTREAD_IMAGE_URL: images(),
      ...env,
    },
  });
  child.stdin.end(input ?? '');
  let notes = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    notes += chunk;
    onNote?.(notes, (signal) => child.kill(signal));
  });
  const code = new Promise<number>((resolve) => child.once('close', (status) => resolve(status ?? -1)));
  const out = await text(child.stdout);
  return { code: await code, out: out.trimEnd(), err: notes.trimEnd() };
}
