/** The command lines of the gateway and the workers. */
import { join } from 'node:path';
import type { CommandLine } from '../process/spec.ts';

export interface ServiceCommands {
  gateway(): CommandLine;
  worker(queues: readonly string[]): CommandLine;
}

/**
 * The gateway creates much short-lived garbage. By default V8 lets the heap grow to three times the live objects before
 * it collects: 400 MB instead of 240 under a load of distinct images, without being faster.
 */
const smallHeapFlags = ['--heap-growing-percent=30', '--max-semi-space-size=8'];

/** The product's own, from the folder of the compiled sources. */
export function productCommands(compiled: string): ServiceCommands {
  const node = (flags: readonly string[], script: string, ...args: string[]): CommandLine => ({
    command: process.execPath,
    args: ['--import', join(compiled, 'runtime/sourceMaps.mjs'), ...flags, join(compiled, script), ...args],
  });
  return {
    gateway: () => node(smallHeapFlags, 'gateway/main.js'),
    worker: (queues) => node([], 'workers/main.js', '--queues', queues.join(',')),
  };
}
