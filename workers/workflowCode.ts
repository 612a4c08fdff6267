import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { WorkerOptions } from '@temporalio/worker';
import type { Logger } from '../runtime/log.ts';
import type { Settings } from '../runtime/settings.ts';
import type { Tracing } from '../runtime/tracing/tracing.ts';

/** For development; a prebuilt bundle saves each worker the seconds that bundling takes. */
export const workflowsPath = fileURLToPath(new URL('../workflows/index.ts', import.meta.url));

/** What passes a trace through the workflows. It has to be in their bundle, where it costs something: so there are two. */
export function traceModules(): string[] {
  return [createRequire(import.meta.url).resolve('@temporalio/interceptors-opentelemetry/lib/workflow-interceptors')];
}

/** Where the bundle with traces stands, beside the one without. */
export function tracedBundle(path: string): string {
  return path.replace(/(\.js)?$/, '.traced.js');
}

interface Parts {
  settings: Settings;
  tracing: Tracing;
  log: Logger;
}

/** The workflows that a worker runs, and what goes round them. */
export function workflowCode({ settings, tracing, log }: Parts): Partial<WorkerOptions> {
  const { WORKFLOW_BUNDLE: bundle } = settings;
  if (!tracing.spans) return bundle ? { workflowBundle: { codePath: bundle } } : { workflowsPath };
  if (bundle && existsSync(tracedBundle(bundle))) return { workflowBundle: { codePath: tracedBundle(bundle) } };
  if (bundle) log.warn({ bundle }, 'there is no bundle with traces beside this one: the workflows are bundled now');
  return { workflowsPath };
}
