import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ensureWorkflowBundle } from '../../deploy/local/services/workflowBundle.ts';
import { tracedBundle } from '../../workers/tracedBundle.ts';

describe('ensureWorkflowBundle', () => {
  it('bundles the workflows once, without tracing and with it', async () => {
    const path = await ensureWorkflowBundle({ traced: true });
    const code = readFileSync(path, 'utf8');
    expect(code).toContain('scrapePage');
    expect(code).not.toContain('OpenTelemetryInboundInterceptor');
    expect(readFileSync(tracedBundle(path), 'utf8')).toContain('OpenTelemetryInboundInterceptor');

    const { ino } = statSync(path);
    expect(await ensureWorkflowBundle()).toBe(path);
    expect(statSync(path).ino).toBe(ino);
    expect(existsSync(tracedBundle(path))).toBe(true);
  });
});
