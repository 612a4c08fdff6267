/**
 * The entry of every thread of a pool. It loads the module with the pool's functions, which is TypeScript where nothing
 * is compiled, as in tests. Threads do not inherit the loader of their process, so this file registers one.
 */
import { workerData } from 'piscina';

const { moduleUrl } = workerData;
if (moduleUrl.endsWith('.ts')) (await import('tsx/esm/api')).register();
else process.setSourceMapsEnabled(true);
const functions = await import(moduleUrl);

/** @param {{ name: string, input: unknown, begin: Float64Array }} call */
export default ({ name, input, begin }) => {
  begin[0] = Date.now();
  return functions[name](input);
};
