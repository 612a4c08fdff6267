/** The command lines of the gateway and the workers. */
import { join } from 'node:path';
import { bundlesOf } from '../../build/cache.mjs';
import { type BundledProcessName, bundledProcesses } from '../../build/processes.mjs';
import type { CommandLine } from '../process/spec.ts';

export interface ServiceCommands {
  gateway(): CommandLine;
  worker(queues: readonly string[]): CommandLine;
}

/** The product's own: from bundles where they have been made, otherwise from the folder of the compiled sources. */
export function productCommands(compiled: string): ServiceCommands {
  const bundles = bundlesOf(compiled);
  function node(name: BundledProcessName, ...args: string[]): CommandLine {
    const { source, flags } = bundledProcesses[name];
    const from = bundles
      ? [...flags, join(compiled, 'deploy/build/runBundle.mjs'), join(bundles, `${name}.js`)]
      : ['--import', join(compiled, 'runtime/sourceMaps.mjs'), ...flags, join(compiled, source)];
    return { command: process.execPath, args: [...from, ...args] };
  }
  return {
    gateway: () => node('gateway'),
    worker: (queues) => node('worker', '--queues', queues.join(',')),
  };
}
