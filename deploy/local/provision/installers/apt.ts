/** Debian's packages, where we may install them. */
import { runCommand } from '../command.ts';
import type { ProvisionDeps } from '../provisionBinary.ts';

const installWithinMs = 15 * 60_000;

export async function aptInstall(packages: readonly string[], { env, signal }: ProvisionDeps): Promise<void> {
  if (process.getuid?.() !== 0) throw new Error('that needs root');
  const options = {
    timeoutMs: installWithinMs,
    signal,
    // Runlevel 1: a server that is installed is not started as well. We start our own.
    env: { ...env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  };
  const waitForOthers = ['-o', 'DPkg::Lock::Timeout=300'];
  await runCommand('apt-get', [...waitForOthers, 'update'], options);
  await runCommand('apt-get', [...waitForOthers, 'install', '-y', '--no-install-recommends', ...packages], options);
}
