import type { Key } from '../../../storage/keys.ts';
import type { Storage } from '../../../storage/storage.ts';
import { daysOf } from './month.ts';

export interface KeyUsage {
  id: string;
  name: string;
  total: number;
  /** Image requests, one number for each day of the month. */
  byDay: number[];
}

export interface UsageReport {
  days: string[];
  total: number;
  /** Sorted by requests, the most first. */
  keys: KeyUsage[];
}

/** The image requests of an account in a month, by key and by day. */
export async function usageReport(
  { usage, keys }: Pick<Storage, 'usage' | 'keys'>,
  account: string,
  month: string,
): Promise<UsageReport> {
  const [rows, known] = await Promise.all([usage.days(account, month), keys.ofAccount(account)]);
  const days = daysOf(month);
  const keyById = new Map(known.map((key) => [key._id, key]));
  const byKey = new Map<string, KeyUsage>();
  for (const { key: id, day, requests } of rows) {
    const entry = byKey.get(id) ?? { id, name: nameOf(id, keyById.get(id)), total: 0, byDay: days.map(() => 0) };
    entry.total += requests;
    entry.byDay[days.indexOf(day)] = requests;
    byKey.set(id, entry);
  }
  const list = [...byKey.values()].sort((a, b) => b.total - a.total);
  return { days, total: list.reduce((sum, { total }) => sum + total, 0), keys: list };
}

function nameOf(id: string, key: Key | undefined) {
  return key?.name ?? `deleted key ${id.slice(0, 6)}`;
}
