/** Icons beside besticon, an icon server written in Go. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openCache } from '../../deploy/local/provision/cache.ts';
import { goBuild, goBuildBytes, removeDownloadedGo } from '../../deploy/local/provision/installers/go.ts';
import { createTerminal } from '../../deploy/local/terminal.ts';
import { UserError } from '../../deploy/local/userError.ts';
import { hasNamespaces, inNamespace } from '../support/networkNamespace.ts';
import { measuredExitCodes } from './runBench.ts';

const version = 'v3.23.0';
const script = fileURLToPath(new URL('besticon/compare.ts', import.meta.url));

/**
 * Whether every target was reached. besticon connects to public addresses only, so both get theirs in a network namespace,
 * which nothing leaves.
 */
export async function besticon(): Promise<boolean> {
  if (!hasNamespaces)
    throw new UserError('This bench needs Linux, unshare and ip, for a network namespace of its own.');
  const program = await provideBesticon();
  const [command, args] = inNamespace(process.execPath, ['--import', 'tsx', script, program, version]);
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== measuredExitCodes.reached && status !== measuredExitCodes.missed)
    throw new Error(`the comparison ended with ${status}`);
  return status === measuredExitCodes.reached;
}

/** Builds it from source on first use. */
async function provideBesticon(): Promise<string> {
  const cache = openCache(process.env);
  const name = `besticon-${version}`;
  const terminal = createTerminal(process.stdout, process.env);
  const deps = { cache, terminal, env: process.env, signal: undefined };
  async function build(): Promise<string> {
    if (existsSync(cache.binary(name))) return cache.binary(name);
    cache.requireDiskSpace(goBuildBytes, 'building besticon');
    console.log('Building besticon from source.');
    return cache.withScratchFolder(async (scratch) => {
      const server = { module: 'github.com/mat/besticon/v3', version, path: 'besticon/iconserver' };
      const binary = cache.addBinary(await goBuild(server, deps, scratch), name);
      await removeDownloadedGo(deps);
      return binary;
    });
  }
  return cache.withLock('bench-besticon', build, { onWait: () => {}, signal: undefined });
}
