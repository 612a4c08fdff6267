import type { Db } from 'mongodb';
import { MongoServerError } from 'mongodb';
import type { Objects } from './objectStore.ts';
import { resultsLifeMs } from './pages.ts';

/** What was asked of a page, and the answer once there is one. JSON is kept as text: callers choose its names. */
interface AnswerRecord {
  _id: string;
  account: string;
  /** The caller's Idempotency-Key, and what it was sent with. */
  idempotency?: { key: string; body: string };
  question: string;
  answer?: string;
  /** A large answer is in the object store. */
  stored?: true;
  createdAt: Date;
  expiresAt: Date;
}

export interface NewAnswer<Q> {
  id: string;
  account: string;
  question: Q;
  idempotency?: { key: string; body: string };
}

/** A MongoDB document holds 16 MB at most. */
const largestInline = 1024 * 1024;
const duplicateKey = 11_000;
function objectName(id: string) {
  return `answer-${id}`;
}

export type Answers = ReturnType<typeof answersIn>;

export function answersIn(db: Db, objects: Objects) {
  const answers = db.collection<AnswerRecord>('answers');
  return {
    async prepare() {
      await answers.createIndexes([
        {
          key: { account: 1, 'idempotency.key': 1 },
          unique: true,
          partialFilterExpression: { 'idempotency.key': { $exists: true } },
        },
        { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
      ]);
    },

    /** Keeps the question; where the same idempotency key has asked before, that one's id and body. */
    async open<Q>({ id, account, question, idempotency }: NewAnswer<Q>): Promise<{ id: string; body?: string }> {
      const createdAt = new Date();
      try {
        await answers.insertOne({
          _id: id,
          account,
          question: JSON.stringify(question),
          ...(idempotency && { idempotency }),
          createdAt,
          expiresAt: new Date(createdAt.getTime() + resultsLifeMs),
        });
        return { id, ...(idempotency && { body: idempotency.body }) };
      } catch (error) {
        if (!idempotency || !(error instanceof MongoServerError) || error.code !== duplicateKey) throw error;
        const earlier = await answers.findOne({ account, 'idempotency.key': idempotency.key });
        // It has expired between the two.
        if (!earlier) throw error;
        return { id: earlier._id, ...(earlier.idempotency && { body: earlier.idempotency.body }) };
      }
    },

    async question<Q>(id: string): Promise<Q | undefined> {
      const found = await answers.findOne({ _id: id }, { projection: { question: 1 } });
      return found ? JSON.parse(found.question) : undefined;
    },

    /** Keeps the answer; the first one stays. */
    async give(id: string, answer: unknown): Promise<void> {
      const json = JSON.stringify(answer);
      const isLarge = Buffer.byteLength(json) > largestInline;
      if (isLarge) await objects.putPage(objectName(id), Buffer.from(json));
      await answers.updateOne(
        { _id: id, answer: { $exists: false }, stored: { $exists: false } },
        { $set: isLarge ? { stored: true } : { answer: json } },
      );
    },

    async find<A>(id: string): Promise<A | undefined> {
      const found = await answers.findOne({ _id: id });
      if (found?.stored) return JSON.parse((await objects.getPage(objectName(id))).toString());
      return found?.answer === undefined ? undefined : JSON.parse(found.answer);
    },
  };
}
