import { expect, test } from 'vitest';
import { inShort } from '../../deploy/local/process/logLines.ts';

test('warnings and errors are shown with their cause, everything else is not', () => {
  expect(inShort(JSON.stringify({ level: 30, msg: 'fine' }))).toBeUndefined();
  expect(inShort('Error: not a log line')).toBeUndefined();
  expect(inShort('{"half a line')).toBeUndefined();
  expect(inShort(JSON.stringify({ level: 40, msg: 'slow' }))).toBe('warning: slow');
  const withCause = { level: 50, msg: 'page failed', err: { message: 'socket\nhang up' } };
  expect(inShort(JSON.stringify(withCause))).toBe('error: page failed: socket hang up');
});

test('a long line is cut', () => {
  const short = inShort(JSON.stringify({ level: 50, msg: 'x'.repeat(5_000) }));
  expect(short).toHaveLength(200);
  expect(short).toMatch(/…$/);
});
