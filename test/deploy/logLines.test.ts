import { describe, expect, it } from 'vitest';
import { summarizeLogLine } from '../../deploy/local/services/logLines.ts';

describe('summarizeLogLine', () => {
  it('keeps warnings and errors with their cause, and drops every other line', () => {
    expect(summarizeLogLine(JSON.stringify({ level: 30, msg: 'fine' }))).toBeUndefined();
    expect(summarizeLogLine('Error: not a log line')).toBeUndefined();
    expect(summarizeLogLine('{"half a line')).toBeUndefined();
    expect(summarizeLogLine(JSON.stringify({ level: 40, msg: 'slow' }))).toBe('warning: slow');
    const withCause = { level: 50, msg: 'page failed', err: { message: 'socket\nhang up' } };
    expect(summarizeLogLine(JSON.stringify(withCause))).toBe('error: page failed: socket hang up');
  });

  it('truncates a long line to 200 characters', () => {
    const summary = summarizeLogLine(JSON.stringify({ level: 50, msg: 'x'.repeat(5_000) }));
    expect(summary).toHaveLength(200);
    expect(summary).toMatch(/…$/);
  });
});
