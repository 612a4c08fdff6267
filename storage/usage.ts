import type { Db } from 'mongodb';

/** How many image requests one key has had on one day (UTC). */
interface DayOfKey {
  /** `<key id>:<day>` */
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

/** Requests of one key on one day, still to be added. */
export interface Counted {
  account: string;
  key: string;
  day: string;
  requests: number;
}

export type Usage = ReturnType<typeof usageIn>;

export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

export const usageIn = (db: Db) => {
  const days = db.collection<DayOfKey>('usage');
  return {
    async prepare() {
      await days.createIndex({ account: 1, day: 1 });
    },
    async add(counts: readonly Counted[]) {
      if (counts.length === 0) return;
      await days.bulkWrite(
        counts.map(({ account, key, day, requests }) => ({
          updateOne: {
            filter: { _id: `${key}:${day}` },
            update: { $setOnInsert: { account, key, day }, $inc: { requests } },
            upsert: true,
          },
        })),
        { ordered: false },
      );
    },
    /** `month` as in `2026-11`. */
    async ofMonth(account: string, month: string): Promise<MonthlyUsage> {
      const found = await days.find({ account, day: { $gte: `${month}-01`, $lte: `${month}-31` } }).toArray();
      const usage: MonthlyUsage = { requests: 0, byDay: {}, byKey: {} };
      for (const { day, key, requests } of found) {
        usage.requests += requests;
        usage.byDay[day] = (usage.byDay[day] ?? 0) + requests;
        usage.byKey[key] = (usage.byKey[key] ?? 0) + requests;
      }
      return usage;
    },
  };
};
