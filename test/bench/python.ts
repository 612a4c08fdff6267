import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openCache } from '../../deploy/local/provision/cache.ts';
import { UserError } from '../../deploy/local/userError.ts';

/**
 * A Python with these packages, in an environment of its own in the per-user cache. Those `alone` are installed without
 * their dependencies. Returns the path of the program.
 */
export function providePython(name: string, packages: readonly string[], alone: readonly string[] = []): string {
  const folder = join(openCache(process.env).folder, `bench-python-${name}`);
  const python = join(folder, 'bin', 'python');
  try {
    if (!existsSync(python)) execFileSync('python3', ['-m', 'venv', folder], { stdio: 'pipe' });
    const install = (...given: readonly string[]) =>
      execFileSync(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...given], {
        stdio: 'pipe',
      });
    install(...packages);
    if (alone.length > 0) install('--no-deps', ...alone);
  } catch (cause) {
    throw new UserError(
      `Python with ${packages.join(' and ')} could not be installed; it needs Python 3.10 with venv.`,
      {
        cause,
      },
    );
  }
  return python;
}
