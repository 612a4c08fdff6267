/** How one binary is had: found, or else fetched or built once, checked either way. */
import { chmodSync, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Terminal } from '../terminal.ts';
import { UserError, reasonOf } from '../userError.ts';
import type { Cache } from './cache.ts';
import { CommandFailed, runCommand } from './command.ts';

export interface ProvisionDeps {
  readonly cache: Cache;
  readonly terminal: Terminal;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal | undefined;
}

interface Installer {
  /** Completes "MongoDB: …". */
  readonly title: string;
  /** Said while it goes on. */
  readonly durationNote?: string;
  readonly requiredBytes: number;
  /** Makes the binary, using an empty folder on the cache's disk, and returns where it is kept. */
  install(ground: ProvisionDeps, scratch: string): Promise<string>;
}

export interface BinarySpec {
  readonly title: string;
  /** What to do by hand when no way works. */
  readonly manualFix: string;
  /** Commands or paths to try, the preferred one first. */
  candidates(ground: ProvisionDeps): readonly string[] | Promise<readonly string[]>;
  /** What it takes to print its version; default `--version`. */
  readonly versionArgs?: readonly string[];
  /** The version, from what was printed; undefined when it is not one we can use. */
  parseVersion(printed: string): string | undefined;
  readonly installers: readonly Installer[];
}

const versionWithinMs = 30_000;

export async function provisionBinary(recipe: BinarySpec, ground: ProvisionDeps): Promise<string> {
  const found = await find(recipe, ground);
  if (found) return found;
  const { cache, terminal, signal } = ground;
  const onWait = () => terminal.print(`Another start is fetching ${recipe.title}; waiting for it.`);
  const work = async () => (await find(recipe, ground)) ?? (await make(recipe, ground));
  return cache.withLock(recipe.title, work, { onWait, signal });
}

async function find(recipe: BinarySpec, ground: ProvisionDeps): Promise<string | undefined> {
  for (const candidate of await recipe.candidates(ground)) {
    const path = onPath(candidate, ground.env);
    if (path && (await check(recipe, path, ground))) return path;
  }
  return undefined;
}

/** Where a command is; others who are told of it may have another PATH, or none. */
function onPath(command: string, { PATH = '' }: NodeJS.ProcessEnv): string | undefined {
  if (command.includes('/')) return command;
  return PATH.split(delimiter)
    .map((folder) => join(folder, command))
    .find((path) => existsSync(path));
}

/** Runs the binary: one that is truncated, for another processor or lacks a library is noticed here and not later. */
async function check(recipe: BinarySpec, candidate: string, { signal }: ProvisionDeps): Promise<string | undefined> {
  try {
    const { parseVersion: accept, versionArgs = ['--version'] } = recipe;
    return accept(await runCommand(candidate, versionArgs, { timeoutMs: versionWithinMs, signal }));
  } catch (cause) {
    if (cause instanceof CommandFailed && cause.reason === 'aborted') throw cause;
    return undefined;
  }
}

async function make(recipe: BinarySpec, ground: ProvisionDeps): Promise<string> {
  const { cache, terminal, signal } = ground;
  const refusals: string[] = [];
  for (const way of recipe.installers) {
    cache.requireDiskSpace(way.requiredBytes, `${recipe.title}: ${way.title}`);
    const step = terminal.step(`${recipe.title}: ${way.title}${way.durationNote ? ` (${way.durationNote})` : ''}`);
    try {
      const binary = await cache.withScratchFolder((scratch) => way.install(ground, scratch));
      const version = await check(recipe, binary, ground);
      if (!version) throw new Error('what came of it does not run here');
      step.done(`${recipe.title} ${version}: ${way.title}`);
      return binary;
    } catch (cause) {
      step.clear();
      signal?.throwIfAborted();
      const reason = reasonOf(cause);
      if (/no space left|ENOSPC/i.test(reason)) {
        throw new UserError(`The disk ran full (${recipe.title}: ${way.title}): free some space and start again.`, {
          cause,
        });
      }
      refusals.push(`${way.title}: ${reason}`);
    }
  }
  throw new UserError(`${recipe.title} is missing and could not be had (${refusals.join('; ')}): ${recipe.manualFix}`);
}

/** For binaries that are a single file. */
export function keepBinary({ cache }: ProvisionDeps, made: string, name: string): string {
  chmodSync(made, 0o755);
  return cache.moveIntoPlace(made, cache.binary(name));
}

/** Whether a dotted version is at least another. */
export function isAtLeast(version: string, least: string): boolean {
  const [have, want] = [version, least].map((text) => text.split('.').map(Number));
  for (const [place, needed] of (want ?? []).entries()) {
    const there = have?.[place] ?? 0;
    if (there !== needed) return there > needed;
  }
  return true;
}
