import type { Db } from 'mongodb';

/** How many image requests one gateway process has counted for one key on one day (UTC). */
interface DayOfKey {
  /** `<key id>:<day>:<instance>` */
  _id: string;
  account: string;
  key: string;
  /** `2026-11-15` */
  day: string;
  requests: number;
}

export interface MonthlyUsage {
  requests: number;
  byDay: Record<string, number>;
  /** By the key's id, also for keys that are deleted by now. */
  byKey: Record<string, number>;
}

/** All requests of one key on one day that one process has counted so far. */
export interface Counted {
  account: string;
  key: string;
  day: string;
  requests: number;
}

export type Usage = ReturnType<typeof usageIn>;

export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

export function usageIn(db: Db) {
  // Counts are read as soon as they are written, before they are replicated.
  const days = db.collection<DayOfKey>('usage', { readConcern: { level: 'local' } });
  const inMonth = (account: string, month: string) => ({ account, day: { $gte: `${month}-01`, $lte: `${month}-31` } });
  return {
    async prepare() {
      await days.createIndex({ account: 1, day: 1 });
    },
    /**
     * Writes the totals of a process. Totals rather than increments: a write that is repeated because its outcome was
     * unknown still counts once. `durable` waits until no crash of the database can undo it.
     */
    async record(instance: string, totals: readonly Counted[], { durable }: { durable: boolean }) {
      if (totals.length === 0) return;
      await days.bulkWrite(
        totals.map(({ account, key, day, requests }) => ({
          updateOne: {
            filter: { _id: `${key}:${day}:${instance}` },
            update: { $setOnInsert: { account, key, day }, $max: { requests } },
            upsert: true,
          },
        })),
        { ordered: false, ...(!durable && { writeConcern: { w: 1, journal: false } }) },
      );
    },
    async removeOf(account: string) {
      await days.deleteMany({ account });
    },
    /** The requests of a month by day and key, in the order of days. */
    days: (account: string, month: string) =>
      days
        .aggregate<{ day: string; key: string; requests: number }>([
          { $match: inMonth(account, month) },
          { $group: { _id: { day: '$day', key: '$key' }, requests: { $sum: '$requests' } } },
          { $sort: { '_id.day': 1, '_id.key': 1 } },
          { $project: { _id: 0, day: '$_id.day', key: '$_id.key', requests: 1 } },
        ])
        .toArray(),
    /** `month` as in `2026-11`. */
    async ofMonth(account: string, month: string): Promise<MonthlyUsage> {
      const found = await days.find(inMonth(account, month)).toArray();
      const usage: MonthlyUsage = { requests: 0, byDay: {}, byKey: {} };
      for (const { day, key, requests } of found) {
        usage.requests += requests;
        usage.byDay[day] = (usage.byDay[day] ?? 0) + requests;
        usage.byKey[key] = (usage.byKey[key] ?? 0) + requests;
      }
      return usage;
    },
  };
}
