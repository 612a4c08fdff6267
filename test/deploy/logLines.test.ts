import { expect, test } from 'vitest';
import { summarizeLogLine } from '../../deploy/local/services/logLines.ts';

test('warnings and errors are shown with their cause, everything else is not', () => {
  expect(summarizeLogLine(JSON.stringify({ level: 30, msg: 'fine' }))).toBeUndefined();
  expect(summarizeLogLine('Error: not a log line')).toBeUndefined();
  expect(summarizeLogLine('{"half a line')).toBeUndefined();
  expect(summarizeLogLine(JSON.stringify({ level: 40, msg: 'slow' }))).toBe('warning: slow');
  const withCause = { level: 50, msg: 'page failed', err: { message: 'socket\nhang up' } };
  expect(summarizeLogLine(JSON.stringify(withCause))).toBe('error: page failed: socket hang up');
});

test('a long line is cut', () => {
  const short = summarizeLogLine(JSON.stringify({ level: 50, msg: 'x'.repeat(5_000) }));
  expect(short).toHaveLength(200);
  expect(short).toMatch(/…$/);
});
