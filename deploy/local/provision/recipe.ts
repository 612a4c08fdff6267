/** How one binary is had: found, or else fetched or built once, checked either way. */
import { chmodSync, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Terminal } from '../terminal.ts';
import { Complaint, reasonOf } from '../userError.ts';
import type { Cache } from './cache.ts';
import { CommandFailed, run } from './command.ts';

export interface Ground {
  readonly cache: Cache;
  readonly terminal: Terminal;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal | undefined;
}

interface Way {
  /** Completes "MongoDB: …". */
  readonly title: string;
  /** Said while it goes on. */
  readonly patience?: string;
  readonly needsBytes: number;
  /** Makes the binary, using an empty folder on the cache's disk, and returns where it is kept. */
  make(ground: Ground, scratch: string): Promise<string>;
}

export interface Recipe {
  readonly title: string;
  /** What to do by hand when no way works. */
  readonly byHand: string;
  /** Commands or paths to try, the preferred one first. */
  candidates(ground: Ground): readonly string[] | Promise<readonly string[]>;
  /** What it takes to print its version; default `--version`. */
  readonly versionArgs?: readonly string[];
  /** The version, from what was printed; undefined when it is not one we can use. */
  accept(printed: string): string | undefined;
  readonly ways: readonly Way[];
}

const versionWithinMs = 30_000;

export async function provision(recipe: Recipe, ground: Ground): Promise<string> {
  const found = await find(recipe, ground);
  if (found) return found;
  const { cache, terminal, signal } = ground;
  const onWait = () => terminal.say(`Another start is fetching ${recipe.title}; waiting for it.`);
  const work = async () => (await find(recipe, ground)) ?? (await make(recipe, ground));
  return cache.alone(recipe.title, work, { onWait, signal });
}

async function find(recipe: Recipe, ground: Ground): Promise<string | undefined> {
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
async function check(recipe: Recipe, candidate: string, { signal }: Ground): Promise<string | undefined> {
  try {
    const { accept, versionArgs = ['--version'] } = recipe;
    return accept(await run(candidate, versionArgs, { timeoutMs: versionWithinMs, signal }));
  } catch (cause) {
    if (cause instanceof CommandFailed && cause.reason === 'aborted') throw cause;
    return undefined;
  }
}

async function make(recipe: Recipe, ground: Ground): Promise<string> {
  const { cache, terminal, signal } = ground;
  const refusals: string[] = [];
  for (const way of recipe.ways) {
    cache.needSpace(way.needsBytes, `${recipe.title}: ${way.title}`);
    const step = terminal.step(`${recipe.title}: ${way.title}${way.patience ? ` (${way.patience})` : ''}`);
    try {
      const binary = await cache.inScratch((scratch) => way.make(ground, scratch));
      const version = await check(recipe, binary, ground);
      if (!version) throw new Error('what came of it does not run here');
      step.done(`${recipe.title} ${version}: ${way.title}`);
      return binary;
    } catch (cause) {
      step.drop();
      signal?.throwIfAborted();
      const reason = reasonOf(cause);
      if (/no space left|ENOSPC/i.test(reason)) {
        throw new Complaint(`The disk ran full (${recipe.title}: ${way.title}): free some space and start again.`, {
          cause,
        });
      }
      refusals.push(`${way.title}: ${reason}`);
    }
  }
  throw new Complaint(`${recipe.title} is missing and could not be had (${refusals.join('; ')}): ${recipe.byHand}`);
}

/** For binaries that are a single file. */
export function keepBinary({ cache }: Ground, made: string, name: string): string {
  chmodSync(made, 0o755);
  return cache.keep(made, cache.binary(name));
}

/** Whether a dotted version is at least another. */
export function atLeast(version: string, least: string): boolean {
  const [have, want] = [version, least].map((text) => text.split('.').map(Number));
  for (const [place, needed] of (want ?? []).entries()) {
    const there = have?.[place] ?? 0;
    if (there !== needed) return there > needed;
  }
  return true;
}
