import { describe, expect, it } from 'vitest';
import { creditsCsv, imagesCsv } from '../../../gateway/dashboard/usage/csv.ts';
import { daysOf, monthsFor } from '../../../gateway/dashboard/usage/month.ts';
import { creditReport } from '../../../gateway/dashboard/usage/report.ts';
import { roundedUp } from '../../../gateway/dashboard/view/charts.tsx';

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
    expect(imagesCsv({ days: ['2026-01-01', '2026-01-02'], total: 3, shares: [key] })).toBe(
      'day,key_id,key_name,image_requests\r\n2026-01-02,abcdef012345,"\'=cmd|""x""!A1, evil",3\r\n',
    );
  });

  it('has one row per day and operation with credits', () => {
    const report = creditReport('2026-02', {
      byOperation: { scrape: 3, extract: 5 },
      byDay: { '2026-02-03': { scrape: 1 }, '2026-02-28': { scrape: 2, extract: 5 } },
    });
    expect(report).toMatchObject({ total: 8, shares: [{ id: 'extract' }, { id: 'scrape', total: 3 }] });
    expect(creditsCsv(report)).toBe(
      'day,operation,credits\r\n2026-02-03,scrape,1\r\n2026-02-28,extract,5\r\n2026-02-28,scrape,2\r\n',
    );
  });
});

describe('the scale of a chart', () => {
  it('ends at the next round number', () => {
    expect([1, 3, 10, 34, 51, 1_200].map(roundedUp)).toEqual([1, 5, 10, 50, 100, 2_000]);
  });
});
