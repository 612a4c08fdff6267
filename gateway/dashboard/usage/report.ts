import { operations } from '../../../contracts/prices.ts';
import type { Key } from '../../../storage/keys.ts';
import type { CreditsByOperation } from '../../../storage/ledger.ts';
import type { Storage } from '../../../storage/storage.ts';
import { daysOf } from './month.ts';
import { operationNames } from './operationNames.ts';

/** What one key or one operation has used. */
export interface Share {
  id: string;
  name: string;
  total: number;
  /** One number for each day of the month. */
  byDay: number[];
}

export interface UsageReport {
  days: string[];
  total: number;
  /** Sorted by how much it is, the most first. */
  shares: Share[];
}

/** The image requests of an account in a month, by key and by day. */
export async function imageReport(
  { usage, keys }: Pick<Storage, 'usage' | 'keys'>,
  account: string,
  month: string,
): Promise<UsageReport> {
  const [rows, known] = await Promise.all([usage.days(account, month), keys.ofAccount(account)]);
  const days = daysOf(month);
  const keyById = new Map(known.map((key) => [key._id, key]));
  const byKey = new Map<string, Share>();
  for (const { key: id, day, requests } of rows) {
    const entry = byKey.get(id) ?? { id, name: nameOf(id, keyById.get(id)), total: 0, byDay: days.map(() => 0) };
    entry.total += requests;
    entry.byDay[days.indexOf(day)] = requests;
    byKey.set(id, entry);
  }
  return reportOf(days, [...byKey.values()]);
}

interface Credits {
  byOperation: CreditsByOperation;
  byDay?: Record<string, CreditsByOperation>;
}

/** The credits of a month by operation and by day. */
export function creditReport(month: string, { byOperation, byDay = {} }: Credits): UsageReport {
  const days = daysOf(month);
  const shares = operations.map((id) => ({
    id,
    name: operationNames[id],
    total: byOperation[id] ?? 0,
    byDay: days.map((day) => byDay[day]?.[id] ?? 0),
  }));
  return reportOf(
    days,
    shares.filter(({ total }) => total > 0),
  );
}

function reportOf(days: string[], shares: Share[]): UsageReport {
  const sorted = shares.sort((a, b) => b.total - a.total);
  return { days, total: sorted.reduce((sum, { total }) => sum + total, 0), shares: sorted };
}

function nameOf(id: string, key: Key | undefined) {
  return key?.name ?? `deleted key ${id.slice(0, 6)}`;
}
