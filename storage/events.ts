import type { ClientSession, Db } from 'mongodb';
import type { WebhookEvent } from '../contracts/requests/webhook.ts';
import type { PageChange } from '../contracts/results/monitor.ts';
import type { PageItem } from '../contracts/results/page.ts';
import type { JobCounters } from '../contracts/results/webhookPayload.ts';

/** An event for a job's webhook: written in the same transaction as the change it reports, delivered afterwards. */
export interface Event {
  /** Stable, so that a receiver recognizes a repeated delivery. */
  _id: string;
  job: string;
  account: string;
  /** `change`: a monitor has found one. */
  type: WebhookEvent | 'change';
  /** For `page`: its position. */
  index?: number;
  /** For a page that failed: its item, because a retry removes it from the results. */
  item?: PageItem;
  /** For the end of a job. */
  counters?: JobCounters;
  /** For `change`. */
  seen?: SeenChange;
  at: Date;
  /** Its place in the order of delivery, before `at`. Absent in events of an earlier version, which come first. */
  order?: number;
  state: 'waiting' | 'delivered' | 'given up';
  attempts: number;
  /** The latest attempts, oldest first. Absent in events of an earlier version. */
  log?: DeliveryAttempt[];
  dueAt: Date;
  /** After this no further attempt is made. Absent in events of an earlier version. */
  retryUntil?: Date;
  lastProblem?: string;
  expiresAt: Date;
}

export interface SeenChange {
  monitor: string;
  run: string;
  change: PageChange;
  /** The page as it is now, if it is still there. */
  content?: { job: string; index: number };
}

export interface DeliveryAttempt {
  at: Date;
  ms: number;
  /** The status that the receiver answered, if it answered. */
  status?: number;
  problem?: string;
}

export interface NewEvent
  extends Pick<Event, '_id' | 'job' | 'account' | 'type' | 'index' | 'item' | 'counters' | 'seen'> {
  round: number;
}

/** Events outlive the results they report, so that deliveries can be inspected. */
const lifetimeMs = 3 * 24 * 60 * 60 * 1000;
/** An event is tried for a day. */
const retryForMs = 24 * 60 * 60 * 1000;
const maxLoggedAttempts = 20;

/** The order within a round, whatever the clocks of the workers say. */
const phases: Record<Event['type'], number> = { started: 0, page: 1, change: 1, completed: 2, failed: 2, cancelled: 2 };
/** An event that is sent once more waits behind all others, so that it cannot hold them up. */
const lastInOrder = Number.MAX_SAFE_INTEGER;

function orderOf({ round, type }: Pick<NewEvent, 'round' | 'type'>): number {
  return round * 3 + phases[type];
}

export type Events = ReturnType<typeof eventsIn>;

export function eventsIn(db: Db) {
  const events = db.collection<Event>('events');
  return {
    async prepare() {
      await events.createIndexes([
        { key: { job: 1, state: 1, order: 1, at: 1 } },
        { key: { job: 1, at: -1 } },
        { key: { account: 1 } },
        { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
      ]);
    },
    async add(list: readonly NewEvent[], session: ClientSession) {
      if (list.length === 0) return;
      const at = new Date();
      const times = {
        at,
        dueAt: at,
        retryUntil: new Date(at.getTime() + retryForMs),
        expiresAt: new Date(at.getTime() + lifetimeMs),
      };
      await events.bulkWrite(
        list.map(({ _id, round, ...event }) => ({
          updateOne: {
            filter: { _id },
            update: {
              $setOnInsert: {
                ...event,
                ...times,
                order: orderOf({ round, type: event.type }),
                state: 'waiting' as const,
                attempts: 0,
                log: [],
              },
            },
            upsert: true,
          },
        })),
        { session },
      );
    },
    /** The first event that is not delivered yet. Those behind it wait, so the receiver gets them in order. */
    first: async (job: string): Promise<Event | undefined> =>
      (await events.find({ job, state: 'waiting' }).sort({ order: 1, at: 1, _id: 1 }).limit(1).toArray())[0],
    /** Starts an attempt, which nobody else starts for this long; false if somebody else has. */
    async claim({ _id, dueAt }: Event, claimMs: number): Promise<boolean> {
      const { matchedCount } = await events.updateOne(
        { _id, state: 'waiting', dueAt },
        { $set: { dueAt: new Date(Date.now() + claimMs) }, $inc: { attempts: 1 } },
      );
      return matchedCount === 1;
    },
    async delivered(id: string, attempt: DeliveryAttempt) {
      await events.updateOne(
        { _id: id },
        { $set: { state: 'delivered' }, ...logged(attempt), $unset: { lastProblem: 1 } },
      );
    },
    /** Without a time for the next attempt, this was the last one. */
    async notDelivered(id: string, attempt: DeliveryAttempt, dueAt: Date | undefined) {
      await events.updateOne(
        { _id: id },
        {
          $set: { lastProblem: attempt.problem ?? '', ...(dueAt ? { dueAt } : { state: 'given up' as const }) },
          ...logged(attempt),
        },
      );
    },
    /** Gives up every event of the job whose day is over. Returns how many. */
    async giveUpOverdue(job: string, problem: string): Promise<number> {
      const { modifiedCount } = await events.updateMany(
        { job, state: 'waiting', retryUntil: { $lt: new Date() } },
        { $set: { state: 'given up', lastProblem: problem } },
      );
      return modifiedCount;
    },
    /** Has an event delivered once more; false if the job has no such event. */
    async resend(id: string, job: string): Promise<boolean> {
      const now = Date.now();
      const { matchedCount } = await events.updateOne(
        { _id: id, job },
        {
          $set: {
            state: 'waiting',
            order: lastInOrder,
            dueAt: new Date(now),
            retryUntil: new Date(now + retryForMs),
            expiresAt: new Date(now + lifetimeMs),
          },
        },
      );
      return matchedCount === 1;
    },
    /** The jobs with events that are not delivered yet. */
    async *jobsWithWaiting(): AsyncGenerator<string> {
      const groups = events.aggregate<{ _id: string }>([{ $match: { state: 'waiting' } }, { $group: { _id: '$job' } }]);
      for await (const { _id } of groups) yield _id;
    },
    async removeOf(account: string) {
      await events.deleteMany({ account });
    },
    findOwn: (id: string, job: string) => events.findOne({ _id: id, job }),
    /** Newest first. */
    ofJob: (job: string, { offset = 0, limit }: { offset?: number; limit: number }) =>
      events.find({ job }).sort({ at: -1, _id: -1 }).skip(offset).limit(limit).toArray(),
  };
}

function logged(attempt: DeliveryAttempt) {
  return { $push: { log: { $each: [attempt], $slice: -maxLoggedAttempts } } };
}
