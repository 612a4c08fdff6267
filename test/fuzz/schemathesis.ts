/** Schemathesis in a Python environment of its own, in the per-user cache. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Cache } from '../../deploy/local/provision/cache.ts';
import { runCommand } from '../../deploy/local/provision/command.ts';
import type { Terminal } from '../../deploy/local/terminal.ts';
import { reasonOf, UserError } from '../../deploy/local/userError.ts';

/** A new version may find more; changing it is a decision. */
const version = '4.32.5';
const installTimeoutMs = 300_000;
const requiredBytes = 200e6;

/** Returns the path of the program, installed first where it is missing or does not run. */
export async function provideSchemathesis(cache: Cache, terminal: Terminal, signal: AbortSignal): Promise<string> {
  const folder = join(cache.folder, `schemathesis-${version}`);
  const program = join(folder, 'bin/schemathesis');
  async function install() {
    if (await runs(program)) return program;
    cache.requireDiskSpace(requiredBytes, 'Schemathesis');
    const step = terminal.step(`Schemathesis ${version}: installing it from PyPI`);
    try {
      // In place, because a Python environment cannot be moved.
      rmSync(folder, { recursive: true, force: true });
      await runCommand('python3', ['-m', 'venv', folder], { timeoutMs: installTimeoutMs, signal });
      const packages = ['install', '--quiet', `schemathesis==${version}`];
      await runCommand(join(folder, 'bin/pip'), packages, { timeoutMs: installTimeoutMs, signal });
      step.done();
      return program;
    } catch (cause) {
      step.clear();
      throw new UserError(
        `Schemathesis could not be installed (${reasonOf(cause)}): it needs Python 3.10 or newer with venv.`,
        { cause },
      );
    }
  }
  const onWait = () => terminal.print('Another run is installing Schemathesis; waiting for it.');
  return cache.withLock('schemathesis', install, { onWait, signal });
}

function runs(program: string): Promise<boolean> {
  return runCommand(program, ['--version'], { timeoutMs: 60_000 }).then(
    (printed) => printed.includes(version),
    () => false,
  );
}
