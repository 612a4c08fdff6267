import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger, type ReplayResult, Runtime, Worker } from '@temporalio/worker';
import { describe, expect, it } from 'vitest';
import * as workflows from '../../workflows/index.ts';
import { historyFromJson } from './history.ts';

const folder = new URL('./histories/', import.meta.url);
const names = readdirSync(folder);

describe('workflows follow the histories that earlier versions of them have written', () => {
  it('each kind of workflow has one', () => {
    const recorded = new Set(names.map((name) => name.replace(/-\d+\.json$/, '')));
    expect([...recorded].sort()).toEqual(Object.keys(workflows).sort());
  });

  it('all of them', async () => {
    Runtime.install({ logger: new DefaultLogger('ERROR') });
    const workflowsPath = fileURLToPath(new URL('../../workflows/index.ts', import.meta.url));
    const workflowBundle = await bundleWorkflowCode({ workflowsPath });
    const histories = names.map((name) => ({
      workflowId: name,
      history: historyFromJson(readFileSync(new URL(name, folder), 'utf8')),
    }));
    const problems: ReplayResult[] = [];
    for await (const result of Worker.runReplayHistories({ workflowBundle }, histories)) {
      if (result.error) problems.push(result);
    }
    expect(problems).toEqual([]);
  });
});
