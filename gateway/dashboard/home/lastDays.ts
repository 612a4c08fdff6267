import { monthOf } from '../../../storage/ledger.ts';
import type { Storage } from '../../../storage/storage.ts';
import { dayOf } from '../../../storage/usage.ts';

const shownDays = 30;
const dayMs = 24 * 60 * 60 * 1000;

export interface LastDays {
  credits: number[];
  images: number[];
}

/** What an account has used on each of the last thirty days, the oldest first. */
export async function lastDaysOf(
  { ledger, usage }: Pick<Storage, 'ledger' | 'usage'>,
  account: string,
  now = new Date(),
): Promise<LastDays> {
  const times = Array.from({ length: shownDays }, (_, at) => new Date(now.getTime() - (shownDays - 1 - at) * dayMs));
  const months = [...new Set(times.map(monthOf))];
  const [balances, rows] = await Promise.all([
    Promise.all(months.map((month) => ledger.balance(account, month))),
    Promise.all(months.map((month) => usage.days(account, month))),
  ]);
  const requests = new Map<string, number>();
  for (const { day, requests: counted } of rows.flat()) requests.set(day, (requests.get(day) ?? 0) + counted);
  const byDay = new Map(balances.flatMap((balance) => Object.entries(balance.byDay ?? {})));
  return {
    credits: times.map((time) => Object.values(byDay.get(dayOf(time)) ?? {}).reduce((sum, each) => sum + each, 0)),
    images: times.map((time) => requests.get(dayOf(time)) ?? 0),
  };
}
