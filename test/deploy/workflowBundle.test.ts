import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ensureWorkflowBundle } from '../../deploy/local/services/workflowBundle.ts';
import { tracedBundle } from '../../workers/workflowCode.ts';

const folder = mkdtempSync(join(tmpdir(), 'sightread-bundle-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('ensureWorkflowBundle', () => {
  it('bundles the workflows once, and removes bundles of earlier sources', { timeout: 120_000 }, async () => {
    writeFileSync(join(folder, 'workflow-bundle-earlier.js'), '');
    const path = await ensureWorkflowBundle(folder);
    expect(readFileSync(path, 'utf8')).toContain('scrapePage');
    writeFileSync(path, 'unchanged');
    expect(await ensureWorkflowBundle(folder)).toBe(path);
    expect(readFileSync(path, 'utf8')).toBe('unchanged');
    expect(readdirSync(folder)).toHaveLength(1);

    expect(await ensureWorkflowBundle(folder, { traced: true })).toBe(path);
    const traced = tracedBundle(path);
    expect(readFileSync(traced, 'utf8')).toContain('OpenTelemetryInboundInterceptor');
    // A start without tracing keeps the traced bundle.
    await ensureWorkflowBundle(folder);
    expect(readdirSync(folder).sort()).toEqual([basename(path), basename(traced)]);
  });
});
