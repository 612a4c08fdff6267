import { describe, expect, it } from 'vitest';
import { usageCsv } from '../../../gateway/dashboard/usage/csv.ts';
import { daysOf, monthsFor } from '../../../gateway/dashboard/usage/month.ts';

const now = new Date('2026-01-15T10:00:00Z');

describe('monthsFor', () => {
  it('shows the current month if the requested one is missing, in the future or not a month', () => {
    for (const requested of [undefined, '2026-02', '2026-13', 'x', ['2025-12']]) {
      expect(monthsFor(requested, now)).toMatchObject({ shown: '2026-01', earlier: '2025-12', isCurrent: true });
      expect(monthsFor(requested, now).later).toBeUndefined();
    }
  });

  it('gives the month before and after a requested month, across the turn of the year', () => {
    expect(monthsFor('2025-12', now)).toMatchObject({ shown: '2025-12', earlier: '2025-11', later: '2026-01' });
    expect(monthsFor('2020-02', now).options).toContain('2020-02');
  });
});

describe('daysOf', () => {
  it('lists every day of the month, also in a leap year', () => {
    expect(daysOf('2024-02')).toHaveLength(29);
    expect(daysOf('2026-12').at(-1)).toBe('2026-12-31');
  });
});

describe('usage as CSV', () => {
  it('has one row per day and key, and no cell that a spreadsheet would run as a formula', () => {
    const key = { id: 'abcdef0123456789', name: '=cmd|"x"!A1, evil', total: 3, byDay: [0, 3] };
    expect(usageCsv({ days: ['2026-01-01', '2026-01-02'], total: 3, keys: [key] })).toBe(
      'day,key_id,key_name,image_requests\r\n2026-01-02,abcdef012345,"\'=cmd|""x""!A1, evil",3\r\n',
    );
  });
});
