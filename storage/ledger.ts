import type { ClientSession, Db } from 'mongodb';
import { Failure } from '../contracts/failures.ts';
import type { Operation } from '../contracts/prices.ts';
import type { AccountTransaction } from './transaction.ts';
import { dayOf } from './usage.ts';

/** The credits of one operation: reserved when it starts, charged or released once when it ends. */
interface Entry {
  /** The operation's own id, so that a retry finds its reservation. */
  _id: string;
  account: string;
  month: string;
  operation: Operation;
  reserved: number;
  /** Absent until it is settled. */
  charged?: number;
  reservedAt: Date;
  settledAt?: Date;
}

/** The sum of an account's entries of a month, updated in the same transactions. */
interface Balance {
  /** `<account>:<month>` */
  _id: string;
  used: number;
  reserved: number;
  byOperation: CreditsByOperation;
  /** The same by the day (UTC) on which it was charged. Absent in months that an earlier version has begun. */
  byDay?: Record<string, CreditsByOperation>;
}

export type CreditsByOperation = Partial<Record<Operation, number>>;

export interface Reservation {
  id: string;
  account: string;
  operation: Operation;
  amount: number;
  /** The plan's monthly credits; null means unlimited. */
  allowance: number | null;
}

interface Draw extends Pick<Reservation, 'account' | 'amount' | 'allowance'> {
  month: string;
}

/** What settling an operation changed. */
export interface Settled {
  operation: Operation;
  charged: number;
  /** Reserved and not used. */
  released: number;
}

export type Ledger = ReturnType<typeof ledgerIn>;

/** Months are UTC: `2026-11`. */
export function monthOf(time: Date): string {
  return time.toISOString().slice(0, 7);
}

/** When the credits and image requests of a month start anew. */
export function nextMonth(time: Date): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1));
}

export function ledgerIn(db: Db, accountTransaction: AccountTransaction) {
  const entries = db.collection<Entry>('ledger');
  const balances = db.collection<Balance>('balances');

  async function balance(account: string, month: string, session?: ClientSession): Promise<Omit<Balance, '_id'>> {
    const found = await balances.findOne({ _id: `${account}:${month}` }, session && { session });
    return found ?? { used: 0, reserved: 0, byOperation: {} };
  }

  /** Adds to a balance that covers the amount, or fails with 402. Last in a transaction, because others wait for it. */
  async function draw(
    { account, month, amount, allowance }: Draw,
    increase: Record<string, number>,
    session: ClientSession,
  ): Promise<void> {
    const _id = `${account}:${month}`;
    const covered =
      allowance === null ? {} : { $expr: { $lte: [{ $add: ['$used', '$reserved', amount] }, allowance] } };
    async function add(): Promise<boolean> {
      const { matchedCount } = await balances.updateOne({ _id, ...covered }, { $inc: increase }, { session });
      return matchedCount > 0;
    }
    if (await add()) return;
    // The first of the month, or not enough is left.
    const empty = { used: 0, reserved: 0, byOperation: {} };
    await balances.updateOne({ _id }, { $setOnInsert: empty }, { upsert: true, session });
    if (await add()) return;
    const { used, reserved } = await balance(account, month, session);
    throw notEnough({ amount, allowance: allowance ?? 0, used, reserved });
  }

  const ledger = {
    async prepare() {
      await entries.createIndexes([
        { key: { account: 1, month: 1, reservedAt: 1 } },
        // For `oldestOpen`: a missing `charged` sorts before every number.
        { key: { charged: 1, reservedAt: 1 } },
      ]);
    },

    /** Fails with 402 if the balance does not cover the amount now. Only `reserve` holds it. */
    async requireBalance({ account, amount, allowance }: Pick<Reservation, 'account' | 'amount' | 'allowance'>) {
      if (allowance === null) return;
      const { used, reserved } = await balance(account, monthOf(new Date()));
      if (used + reserved + amount > allowance) throw notEnough({ amount, allowance, used, reserved });
    },

    /** Reserves credits, or fails with 402. A second reservation under the same id changes nothing. */
    async reserve({ id, account, operation, amount, allowance }: Reservation, session: ClientSession) {
      if (await entries.findOne({ _id: id }, { session })) return;
      const now = new Date();
      const month = monthOf(now);
      await entries.insertOne({ _id: id, account, month, operation, reserved: amount, reservedAt: now }, { session });
      await draw({ account, month, amount, allowance }, { reserved: amount }, session);
    },

    /**
     * Charges operations of one account and kind that have reserved nothing and are done, or fails with 402. An id that
     * was used before, or withdrawn, is a duplicate key.
     */
    async charge(charges: readonly Reservation[], session: ClientSession): Promise<void> {
      const [first] = charges;
      if (!first) return;
      const now = new Date();
      const month = monthOf(now);
      const { account, operation, allowance } = first;
      const amount = charges.reduce((sum, charge) => sum + charge.amount, 0);
      await entries.insertMany(
        charges.map((charge) => {
          const settled = { reserved: charge.amount, charged: charge.amount, reservedAt: now, settledAt: now };
          return { _id: charge.id, account, month, operation, ...settled };
        }),
        { session },
      );
      await draw(
        { account, month, amount, allowance },
        { used: amount, ...chargedOn(now, operation, amount) },
        session,
      );
    },

    /**
     * Raises a reservation to that amount, or as far as the balance goes. Returns what is reserved then. What is used
     * without a limit is counted when it is settled.
     */
    async cover(
      { id, amount, allowance }: Pick<Reservation, 'id' | 'amount' | 'allowance'>,
      session: ClientSession,
    ): Promise<number> {
      if (allowance === null) return amount;
      const entry = await entries.findOne({ _id: id, charged: { $exists: false } }, { session });
      if (!entry) return 0;
      const { used, reserved } = await balance(entry.account, entry.month, session);
      const missing = Math.min(amount - entry.reserved, allowance - used - reserved);
      if (missing <= 0) return entry.reserved;
      await balances.updateOne(
        { _id: `${entry.account}:${entry.month}` },
        { $inc: { reserved: missing } },
        { session },
      );
      await entries.updateOne({ _id: id }, { $inc: { reserved: missing } }, { session });
      return entry.reserved + missing;
    },

    /** Charges what was used and releases the rest; only the first settlement of an operation counts. */
    async settle(id: string, charged: number, session: ClientSession): Promise<Settled | undefined> {
      const entry = await entries.findOneAndUpdate(
        { _id: id, charged: { $exists: false } },
        { $set: { charged, settledAt: new Date() } },
        { session },
      );
      if (!entry) return undefined;
      await balances.updateOne(
        { _id: `${entry.account}:${entry.month}` },
        { $inc: { used: charged, reserved: -entry.reserved, ...chargedOn(dayIn(entry), entry.operation, charged) } },
        { session },
      );
      return { operation: entry.operation, charged, released: Math.max(0, entry.reserved - charged) };
    },

    /** Releases a reservation that may or may not have been made, and makes sure that it is not made later. */
    withdraw: ({ id, account, operation }: Pick<Reservation, 'id' | 'account' | 'operation'>) =>
      accountTransaction(account, async (session) => {
        if (await entries.findOne({ _id: id }, { session })) return ledger.settle(id, 0, session);
        const now = new Date();
        const nothing = { reserved: 0, charged: 0, reservedAt: now, settledAt: now };
        await entries.insertOne({ _id: id, account, month: monthOf(now), operation, ...nothing }, { session });
        return undefined;
      }),

    async removeOf(account: string) {
      await entries.deleteMany({ account });
      await balances.deleteMany({ _id: { $gte: `${account}:`, $lt: `${account};` } });
    },

    /** What operations were charged, by their ids; those that have not been are left out. */
    async chargedFor(ids: readonly string[]): Promise<Map<string, number>> {
      const found = await entries.find({ _id: { $in: [...ids] } }, { projection: { charged: 1 } }).toArray();
      return new Map(found.flatMap(({ _id, charged }) => (charged === undefined ? [] : [[_id, charged] as const])));
    },

    /** When the oldest unsettled reservation was made. */
    oldestOpen: async (): Promise<Date | undefined> =>
      (
        await entries
          .find({ charged: { $exists: false } }, openOnly)
          .sort({ reservedAt: 1 })
          .limit(1)
          .toArray()
      )[0]?.reservedAt,

    /** The reservations made before that time and not settled. */
    unsettled: (before: Date) => entries.find({ charged: { $exists: false }, reservedAt: { $lt: before } }),

    reserveNow: (reservation: Reservation) =>
      accountTransaction(reservation.account, (session) => ledger.reserve(reservation, session)),

    async settleNow(id: string, charged: number): Promise<Settled | undefined> {
      const entry = await entries.findOne({ _id: id });
      if (!entry) return undefined;
      return accountTransaction(entry.account, (session) => ledger.settle(id, charged, session));
    },

    balance: (account: string, month: string) => balance(account, month),
  };
  return ledger;
}

/** Work that was begun in a month counts in it, also if it ends in the next. */
function dayIn({ month, reservedAt }: Pick<Entry, 'month' | 'reservedAt'>): Date {
  const now = new Date();
  return monthOf(now) === month ? now : reservedAt;
}

function chargedOn(day: Date, operation: Operation, amount: number): Record<string, number> {
  return { [`byOperation.${operation}`]: amount, [`byDay.${dayOf(day)}.${operation}`]: amount };
}

const openOnly = { projection: { reservedAt: 1 } };

function notEnough({
  amount,
  allowance,
  used,
  reserved,
}: Record<'amount' | 'allowance' | 'used' | 'reserved', number>) {
  const left = Math.max(0, allowance - used - reserved);
  return new Failure(
    'NotEnoughCredits',
    `This needs ${credits(amount)}, and ${left} of ${allowance} are left this month.`,
  );
}

function credits(amount: number) {
  return amount === 1 ? '1 credit' : `${amount} credits`;
}
