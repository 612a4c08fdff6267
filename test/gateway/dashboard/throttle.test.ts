import { describe, expect, it } from 'vitest';
import { createThrottle } from '../../../gateway/dashboard/signIn/throttle.ts';
import type { Context } from '../../../gateway/http/context.ts';
import type { RateLimits } from '../../../storage/rateLimits.ts';

/** Counts in memory what the database counts for all gateways. */
function countedLimits(): Pick<RateLimits, 'consume' | 'reset'> {
  const used = new Map<string, number>();
  return {
    async consume(name, { points }) {
      const count = (used.get(name) ?? 0) + 1;
      used.set(name, count);
      return { allowed: count <= points, limit: points, remaining: Math.max(0, points - count), resetsInMs: 60_000 };
    },
    async reset(name) {
      used.delete(name);
    },
  };
}

function from(ip: string): Context {
  return { ip, set: () => {} } as unknown as Context;
}

const email = 'owner@example.com';

describe('the limit on sign-in attempts', () => {
  it('lets the owner in after two other addresses have tried as often as they could', async () => {
    const throttle = createThrottle(countedLimits());
    for (const ip of ['203.0.113.1', '203.0.113.2'])
      for (let tries = 0; tries < 100; tries += 1) await throttle.signIn(from(ip), email).catch(() => {});
    await expect(throttle.signIn(from('198.51.100.7'), email)).resolves.toBeUndefined();
  });

  it('counts the addresses of one IPv6 /64 together', async () => {
    const throttle = createThrottle(countedLimits());
    for (let tries = 0; tries < 8; tries += 1) await throttle.signIn(from(`2001:db8:1:2::${tries}`), email);
    await expect(throttle.signIn(from('2001:db8:1:2:ffff::1'), email)).rejects.toMatchObject({
      kind: 'TooManyRequests',
    });
    await expect(throttle.signIn(from('2001:db8:1:3::1'), email)).resolves.toBeUndefined();
  });
});
