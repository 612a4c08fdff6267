import { describe, expect, it } from 'vitest';
import { addSeen, cursorOf, fittingCursor, parseCursor } from '../../../gateway/api/jobs/seenPages.ts';

describe('the cursor of a running job', () => {
  it('says which positions were seen, and is read back as it was written', () => {
    const seen = addSeen(parseCursor(''), { positions: [0, 1, 4, 7, 8], isRunning: true });
    expect(seen).toEqual({ gaps: [2, 3, 5, 6], end: 9 });
    expect(cursorOf(seen)).toBe('2.2.1.2.2');
    expect(parseCursor('2.2.1.2.2')).toEqual(seen);
  });

  it('fills gaps, and is a single number once everything before it was seen', () => {
    const seen = addSeen(parseCursor('2.2.1'), { positions: [2, 3], isRunning: true });
    expect(cursorOf(seen)).toBe('5');
    expect(cursorOf(addSeen(parseCursor('0.3.1'), { positions: [0, 1, 2], isRunning: true }))).toBe('4');
  });

  it('forgets what was passed over once the job has ended', () => {
    expect(cursorOf(addSeen(parseCursor('2.2.1'), { positions: [9], isRunning: false }))).toBe('10');
    expect(cursorOf(addSeen(parseCursor('0.3.1'), { positions: [1], isRunning: false }))).toBe('2.1.1');
  });

  it('holds pages back rather than growing past what a request line takes', () => {
    const positions = Array.from({ length: 3_000 }, (_, at) => at * 2 + 1);
    const { cursor, count } = fittingCursor(parseCursor(''), { positions, isRunning: true });
    expect(cursor.length).toBeLessThanOrEqual(4_000);
    expect(count).toBeGreaterThan(900);
    expect(parseCursor(cursor).end).toBe((positions[count - 1] ?? 0) + 1);
  });

  it.each(['1.2', '-1', 'abc', '1..2', '0.99999999.1', '1.1.'.repeat(2_000), '١'])('refuses %j', (text) => {
    expect(() => parseCursor(text)).toThrow('`cursor` must be one');
  });
});
