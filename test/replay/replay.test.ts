import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as workflows from '../../workflows/index.ts';
import { createTestKeyring } from '../support/keyrings.ts';
import { replayFailures } from '../support/replay.ts';
import { historyFromJson } from './history.ts';

const folder = new URL('./histories/', import.meta.url);
const files = readdirSync(folder);

describe('the recorded histories of earlier versions', () => {
  it('include every kind of workflow', () => {
    const recorded = new Set(files.map((file) => file.replace(/-\d+\.json$/, '')));
    expect([...recorded].sort()).toEqual(Object.keys(workflows).sort());
  });

  it.each([
    ['without tracing', false],
    // An operator may switch tracing on while workflows are running.
    ['with tracing', true],
  ])('replay %s', async (_, traced) => {
    const histories = files.map((file) => ({
      workflowId: file,
      history: historyFromJson(readFileSync(new URL(file, folder), 'utf8')),
    }));
    expect(await replayFailures(histories, createTestKeyring(), { traced })).toEqual([]);
  });
});
