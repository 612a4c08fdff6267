import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Run from TypeScript sources, the process needs the same loader as its parent; compiled, it needs none. */
const runsFromSources = import.meta.url.endsWith('.ts');
const decoderFile = runsFromSources ? './decoder.ts' : './decoder.js';
const loaderArguments = runsFromSources
  ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href]
  : [];

/** Starts a decoder process, which kills itself when it uses more memory than this. */
export function forkDecoder(memoryBytes: number): ChildProcess {
  return fork(fileURLToPath(new URL(decoderFile, import.meta.url)), [String(memoryBytes)], {
    serialization: 'advanced',
    execArgv: [...loaderArguments, '--max-old-space-size=256'],
    // The process gets none of the worker's secrets. Few malloc arenas return freed memory to the system.
    env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}
