/** Finds one program on the machine or in the cache, or installs it; runs it once before accepting it. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { reasonOf, UserError } from '../userError.ts';
import type { BinarySpec, ProvisionDeps } from './binarySpec.ts';
import { CommandFailed, runCommand } from './command.ts';
import { withRecentOutput } from './recentOutput.ts';

const versionTimeoutMs = 30_000;

/** Returns the path of the binary. */
export async function provisionBinary(spec: BinarySpec, deps: ProvisionDeps): Promise<string> {
  const found = await find(spec, deps);
  if (found) return found;
  const { cache, terminal, signal } = deps;
  const onWait = () => terminal.print(`Another start is fetching ${spec.title}; waiting for it.`);
  const findOrInstall = async () => (await find(spec, deps)) ?? (await install(spec, deps));
  return cache.withLock(spec.title, findOrInstall, { onWait, signal });
}

async function find(spec: BinarySpec, deps: ProvisionDeps): Promise<string | undefined> {
  for (const candidate of await spec.candidates(deps)) {
    const path = onPath(candidate, deps.env);
    if (path && (await versionOf(spec, path, deps))) return path;
  }
  return undefined;
}

/** Resolves a command to its path, because the processes that run it may have another PATH, or none. */
function onPath(command: string, { PATH = '' }: NodeJS.ProcessEnv): string | undefined {
  if (command.includes('/')) return command;
  return PATH.split(delimiter)
    .map((folder) => join(folder, command))
    .find((path) => existsSync(path));
}

/** Runs the binary, which reveals one that is truncated, built for another processor, or missing a library. */
async function versionOf(spec: BinarySpec, path: string, deps: ProvisionDeps): Promise<string | undefined> {
  const { parseVersion, versionArgs = ['--version'] } = spec;
  const { cache, signal } = deps;
  try {
    const run = () => runCommand(path, versionArgs, { timeoutMs: versionTimeoutMs, signal });
    return parseVersion(await withRecentOutput(join(cache.folder, 'versions'), [path, ...versionArgs], run));
  } catch (cause) {
    if (cause instanceof CommandFailed && cause.reason === 'aborted') throw cause;
    return undefined;
  }
}

async function install(spec: BinarySpec, deps: ProvisionDeps): Promise<string> {
  const { cache, terminal, signal } = deps;
  const failures: string[] = [];
  for (const installer of spec.installers) {
    const title = `${spec.title}: ${installer.title}`;
    cache.requireDiskSpace(installer.requiredBytes, title);
    const step = terminal.step(`${title}${installer.durationNote ? ` (${installer.durationNote})` : ''}`);
    try {
      const path = await cache.withScratchFolder((scratch) => installer.install(deps, scratch));
      const version = await versionOf(spec, path, deps);
      if (!version) throw new Error('the result does not run here');
      step.done(`${spec.title} ${version}: ${installer.title}`);
      return path;
    } catch (cause) {
      step.clear();
      signal?.throwIfAborted();
      const reason = reasonOf(cause);
      if (/no space left|ENOSPC/i.test(reason)) {
        throw new UserError(`The disk is full (${title}): free some space and start again.`, { cause });
      }
      failures.push(`${installer.title}: ${reason}`);
    }
  }
  throw new UserError(
    `${spec.title} is missing and could not be installed (${failures.join('; ')}): ${spec.manualFix}`,
  );
}
