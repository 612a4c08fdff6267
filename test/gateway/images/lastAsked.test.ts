import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLastAsked } from '../../../gateway/images/lastAsked.ts';
import type { Logger } from '../../../runtime/log.ts';

const log = { warn: () => {} } as unknown as Logger;
const icon = { kind: 'icon', theme: 'light' } as const;

describe('the record of what is asked for', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is one write for many requests, and none for a source that was noted the same day', async () => {
    const asked = vi.fn(async (_ids: readonly string[], _at: Date) => {});
    const lastAsked = createLastAsked({ sources: { asked }, askedDomains: { record: async () => {} } }, log);
    for (let times = 0; times < 100; times += 1) {
      lastAsked.note('a.com', icon, 'acc');
      lastAsked.note('b.com', { ...icon, theme: 'dark' }, 'acc');
    }
    await vi.advanceTimersByTimeAsync(60_000);
    lastAsked.note('a.com', icon, 'acc');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked.mock.calls.map(([ids]) => ids)).toEqual([['icon:a.com:light', 'icon:b.com:dark']]);
  });

  it('is tried again by the next request if it could not be written', async () => {
    const asked = vi.fn(async (_ids: readonly string[], _at: Date) => {});
    asked.mockRejectedValueOnce(new Error('the database is away'));
    const lastAsked = createLastAsked({ sources: { asked }, askedDomains: { record: async () => {} } }, log);
    lastAsked.note('a.com', icon, 'acc');
    await vi.advanceTimersByTimeAsync(60_000);
    lastAsked.note('a.com', icon, 'acc');
    await lastAsked.close();
    expect(asked).toHaveBeenCalledTimes(2);
  });
});
