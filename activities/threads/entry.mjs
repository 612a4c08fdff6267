/**
 * What every thread of a pool begins with: it loads the task, which may be TypeScript (development, tests) or compiled.
 * Loaders that were given to the process do not reach its threads, so that this file asks for one itself.
 */
import { workerData } from 'piscina';

const { task } = workerData;
if (task.endsWith('.ts')) (await import('tsx/esm/api')).register();
const steps = await import(task);

/** @param {{ step: string, input: unknown }} call */
export default ({ step, input }) => steps[step](input);
