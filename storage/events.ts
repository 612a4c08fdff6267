import type { ClientSession, Db } from 'mongodb';
import type { WebhookEvent } from '../contracts/requests/webhook.ts';

/** An event for a job's webhook: written in the same transaction as the change it reports, delivered afterwards. */
export interface Event {
  /** Stable, so that a receiver recognizes a repeated delivery. */
  _id: string;
  job: string;
  account: string;
  type: WebhookEvent;
  /** For `page`: its position. */
  index?: number;
  at: Date;
  state: 'waiting' | 'delivered' | 'given up';
  attempts: number;
  dueAt: Date;
  lastProblem?: string;
  expiresAt: Date;
}

export type NewEvent = Pick<Event, '_id' | 'job' | 'account' | 'type'> & Partial<Pick<Event, 'index'>>;

/** Events outlive the results they report, so that deliveries can be inspected. */
const lifetimeMs = 3 * 24 * 60 * 60 * 1000;

export type Events = ReturnType<typeof eventsIn>;

export function eventsIn(db: Db) {
  const events = db.collection<Event>('events');
  return {
    async prepare() {
      await events.createIndexes([
        { key: { job: 1, state: 1, dueAt: 1 } },
        { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
      ]);
    },
    async add(list: readonly NewEvent[], session: ClientSession) {
      if (list.length === 0) return;
      const at = new Date();
      const expiresAt = new Date(at.getTime() + lifetimeMs);
      await events.bulkWrite(
        list.map(({ _id, ...event }) => ({
          updateOne: {
            filter: { _id },
            update: { $setOnInsert: { ...event, at, state: 'waiting' as const, attempts: 0, dueAt: at, expiresAt } },
            upsert: true,
          },
        })),
        { session },
      );
    },
    due: (job: string, limit: number) =>
      events
        .find({ job, state: 'waiting', dueAt: { $lte: new Date() } })
        .sort({ at: 1 })
        .limit(limit)
        .toArray(),
    nextDue: async (job: string) =>
      (await events.find({ job, state: 'waiting' }).sort({ dueAt: 1 }).limit(1).toArray())[0]?.dueAt,
    async delivered(id: string) {
      await events.updateOne(
        { _id: id },
        { $set: { state: 'delivered' }, $inc: { attempts: 1 }, $unset: { lastProblem: 1 } },
      );
    },
    async postpone(id: string, { problem, dueAt }: { problem: string; dueAt: Date | undefined }) {
      await events.updateOne(
        { _id: id },
        {
          $set: { lastProblem: problem, ...(dueAt ? { dueAt } : { state: 'given up' as const }) },
          $inc: { attempts: 1 },
        },
      );
    },
    /** The jobs with events that are not delivered yet. */
    async *jobsWithWaiting(): AsyncGenerator<string> {
      const groups = events.aggregate<{ _id: string }>([{ $match: { state: 'waiting' } }, { $group: { _id: '$job' } }]);
      for await (const { _id } of groups) yield _id;
    },
    ofJob: (job: string, limit: number) => events.find({ job }).sort({ at: -1 }).limit(limit).toArray(),
  };
}
