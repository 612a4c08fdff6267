import type { Key } from '../../../storage/keys.ts';
import type { Storage } from '../../../storage/storage.ts';
import { daysOf } from './month.ts';

export interface KeyUsage {
  id: string;
  name: string;
  total: number;
  /** As many as the month has days. */
  byDay: number[];
}

export interface UsageReport {
  days: string[];
  total: number;
  /** Those with most requests first. */
  keys: KeyUsage[];
}

/** An account's image requests of a month, by key and by day. */
export async function usageReport(
  { usage, keys }: Pick<Storage, 'usage' | 'keys'>,
  account: string,
  month: string,
): Promise<UsageReport> {
  const [rows, known] = await Promise.all([usage.days(account, month), keys.ofAccount(account)]);
  const days = daysOf(month);
  const names = new Map(known.map((key) => [key._id, key]));
  const byKey = new Map<string, KeyUsage>();
  for (const { key: id, day, requests } of rows) {
    const entry = byKey.get(id) ?? { id, name: nameOf(id, names.get(id)), total: 0, byDay: days.map(() => 0) };
    entry.total += requests;
    entry.byDay[days.indexOf(day)] = requests;
    byKey.set(id, entry);
  }
  const list = [...byKey.values()].sort((one, other) => other.total - one.total);
  return { days, total: list.reduce((sum, { total }) => sum + total, 0), keys: list };
}

function nameOf(id: string, key: Key | undefined) {
  return key?.name ?? `deleted key ${id.slice(0, 6)}`;
}
