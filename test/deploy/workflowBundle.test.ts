import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ensureWorkflowBundle } from '../../deploy/local/services/workflowBundle.ts';
import { tracedBundle } from '../../workers/workflowCode.ts';

const folder = mkdtempSync(join(tmpdir(), 'sightread-bundle-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the workflows are bundled once, and bundles of earlier sources are removed', { timeout: 120_000 }, async () => {
  writeFileSync(join(folder, 'workflow-bundle-earlier.js'), '');
  const path = await ensureWorkflowBundle(folder);
  expect(readFileSync(path, 'utf8')).toContain('scrapePage');
  writeFileSync(path, 'as it was');
  expect(await ensureWorkflowBundle(folder)).toBe(path);
  expect(readFileSync(path, 'utf8')).toBe('as it was');
  expect(readdirSync(folder)).toHaveLength(1);

  expect(await ensureWorkflowBundle(folder, { traced: true })).toBe(path);
  const traced = tracedBundle(path);
  expect(readFileSync(traced, 'utf8')).toContain('OpenTelemetryInboundInterceptor');
  // Another start without traces leaves it where it is.
  await ensureWorkflowBundle(folder);
  expect(readdirSync(folder).sort()).toEqual([basename(path), basename(traced)]);
});
