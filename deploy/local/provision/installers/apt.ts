/** Installs Debian packages, which only root may do. */

import type { ProvisionDeps } from '../binarySpec.ts';
import { runCommand } from '../command.ts';

const installTimeoutMs = 15 * 60_000;

export async function aptInstall(packages: readonly string[], { env, signal }: ProvisionDeps): Promise<void> {
  if (process.getuid?.() !== 0) throw new Error('installing packages needs root');
  const options = {
    timeoutMs: installTimeoutMs,
    signal,
    // In runlevel 1 a package does not start the server that it installs.
    env: { ...env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  };
  const waitForLock = ['-o', 'DPkg::Lock::Timeout=300'];
  await runCommand('apt-get', [...waitForLock, 'update'], options);
  await runCommand('apt-get', [...waitForLock, 'install', '-y', '--no-install-recommends', ...packages], options);
}
