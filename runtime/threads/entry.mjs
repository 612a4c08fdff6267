/**
 * The entry of every thread of a pool. It loads the module with the pool's functions, which is TypeScript where nothing
 * is compiled, as in tests. Threads do not inherit the loader of their process, so this file registers one.
 */
import { constants, getPriority, setPriority } from 'node:os';
import { workerData } from 'piscina';

/**
 * These threads use whole cores. The event loops that feed them, and those that answer callers, need little and go first.
 * On Linux a priority is that of the thread that sets it, elsewhere that of the process.
 */
const niceness = 5;
if (process.platform === 'linux') setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + niceness));

const { moduleUrl } = workerData;
if (moduleUrl.endsWith('.ts')) (await import('tsx/esm/api')).register();
else process.setSourceMapsEnabled(true);
const functions = await import(moduleUrl);

/** @param {{ name: string, input: unknown, begin: Float64Array }} call */
export default ({ name, input, begin }) => {
  begin[0] = Date.now();
  return functions[name](input);
};
