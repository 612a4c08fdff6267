import { readdirSync, readFileSync } from 'node:fs';
import { bundleWorkflowCode, DefaultLogger, type ReplayResult, Runtime, Worker } from '@temporalio/worker';
import { describe, expect, it } from 'vitest';
import { traceModules, workflowsPath } from '../../workers/workflowCode.ts';
import * as workflows from '../../workflows/index.ts';
import { historyFromJson } from './history.ts';

const folder = new URL('./histories/', import.meta.url);
const names = readdirSync(folder);

/** Where spans would go. */
const sinks = { exporter: { export: { fn() {} } } };
Runtime.install({ logger: new DefaultLogger('ERROR') });

describe('workflows follow the histories that earlier versions of them have written', () => {
  it('each kind of workflow has one', () => {
    const recorded = new Set(names.map((name) => name.replace(/-\d+\.json$/, '')));
    expect([...recorded].sort()).toEqual(Object.keys(workflows).sort());
  });

  it.each([
    ['all of them', []],
    // Tracing may be switched on while work is under way.
    ['all of them, with tracing', traceModules()],
  ])('%s', { timeout: 180_000 }, async (_, workflowInterceptorModules) => {
    const workflowBundle = await bundleWorkflowCode({ workflowsPath, workflowInterceptorModules });
    const histories = names.map((name) => ({
      workflowId: name,
      history: historyFromJson(readFileSync(new URL(name, folder), 'utf8')),
    }));
    const problems: ReplayResult[] = [];
    for await (const result of Worker.runReplayHistories({ workflowBundle, sinks }, histories)) {
      if (result.error) problems.push(result);
    }
    expect(problems).toEqual([]);
  });
});
