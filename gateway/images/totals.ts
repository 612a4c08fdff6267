import type { Key } from '../../storage/keys.ts';
import { type Counted, dayOf } from '../../storage/usage.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/** The image requests of this process by key and day, and which of these totals the database does not have yet. */
export function createTotals() {
  const today = createToday();
  const totals = new Map<string, Counted>();
  /** Not written since they changed. */
  let dirty = new Set<string>();
  /** Written, but a crash of the database could still undo it. */
  let volatile = new Set<string>();
  /** In a write that has not ended: it may fail, and then they are dirty again. */
  const writing = new Map<string, number>();

  return {
    add({ _id: key, account }: Pick<Key, '_id' | 'account'>): Counted {
      const day = today();
      const name = `${key}:${day}`;
      const known = totals.get(name);
      const total = known ?? { account, key, day, requests: 0 };
      total.requests += 1;
      if (!known) totals.set(name, total);
      dirty.add(name);
      return total;
    },
    /** The names of the totals to write now; with `durable`, also of those that were written but could be undone. */
    takeChanged({ durable }: { durable: boolean }): Set<string> {
      const names = dirty;
      dirty = new Set();
      if (durable) {
        for (const name of volatile) names.add(name);
        volatile = new Set();
      }
      for (const name of names) writing.set(name, (writing.get(name) ?? 0) + 1);
      return names;
    },
    /** To be called when the write of these totals has ended, and they are marked if it failed. */
    endWrite(names: Iterable<string>) {
      for (const name of names) {
        const others = (writing.get(name) ?? 1) - 1;
        if (others > 0) writing.set(name, others);
        else writing.delete(name);
      }
    },
    named: (names: Iterable<string>): Counted[] => [...names].flatMap((name) => totals.get(name) ?? []),
    markDirty(names: Iterable<string>) {
      for (const name of names) dirty.add(name);
    },
    markVolatile(names: Iterable<string>) {
      for (const name of names) volatile.add(name);
    },
    hasDirty: () => dirty.size > 0,
    hasVolatile: () => volatile.size > 0,
    /** Removes the totals of earlier days that are safely written, and returns them. */
    removeOldDays(): Counted[] {
      const removed: Counted[] = [];
      for (const [name, total] of totals) {
        if (total.day >= today() || dirty.has(name) || volatile.has(name) || writing.has(name)) continue;
        totals.delete(name);
        removed.push(total);
      }
      return removed;
    },
  };
}

/** Formats the day once a day: this runs for every image request. */
function createToday(): () => string {
  let day = { number: Number.NaN, name: '' };
  return () => {
    const now = Date.now();
    const number = Math.floor(now / dayMs);
    if (number !== day.number) day = { number, name: dayOf(new Date(now)) };
    return day.name;
  };
}
