import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { WorkerOptions } from '@temporalio/worker';
import type { Logger } from '../runtime/log.ts';
import type { Settings } from '../runtime/settings.ts';
import type { Tracing } from '../runtime/tracing/tracing.ts';
import { tracedBundle } from './tracedBundle.ts';

/** Bundled at start in development; a prebuilt bundle saves each worker the seconds that takes. */
export const workflowsPath = fileURLToPath(new URL(`../workflows/index${import.meta.url.slice(-3)}`, import.meta.url));

/** Interceptors that pass a trace through the workflows. They cost time in every bundle they are in, so there are two. */
export function traceModules(): string[] {
  return [createRequire(import.meta.url).resolve('@temporalio/interceptors-opentelemetry/lib/workflow-interceptors')];
}

interface Deps {
  settings: Settings;
  tracing: Tracing;
  log: Logger;
}

/** The options by which a worker runs our workflows. */
export function workflowCode({ settings, tracing, log }: Deps): Partial<WorkerOptions> {
  const { WORKFLOW_BUNDLE: bundle } = settings;
  if (!tracing.spans) return bundle ? { workflowBundle: { codePath: bundle } } : { workflowsPath };
  if (bundle && existsSync(tracedBundle(bundle))) return { workflowBundle: { codePath: tracedBundle(bundle) } };
  if (bundle) log.warn({ bundle }, 'there is no bundle with traces beside this one: the workflows are bundled now');
  return { workflowsPath };
}
