import type { Db } from 'mongodb';
import { isDuplicateKey } from './duplicateKey.ts';
import type { Objects } from './objectStore.ts';
import { resultLifetimeMs } from './pages.ts';

/** The question of a call that its caller waits for, and its answer once there is one. JSON is kept as text, because callers choose its keys. */
interface AnswerRecord {
  _id: string;
  account: string;
  /** The caller's Idempotency-Key, and the hash of the body it came with. */
  idempotency?: { key: string; body: string };
  question: string;
  answer?: string;
  /** The answer is too large for the record and is in the object store. */
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

/** Larger answers go to the object store: a MongoDB document holds at most 16 MB. */
const maxInlineBytes = 1024 * 1024;

function objectName(id: string) {
  return `answer-${id}`;
}

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

    /** Stores the question, or returns the earlier one with the same idempotency key. */
    async open<Q>({ id, account, question, idempotency }: NewAnswer<Q>): Promise<{ id: string; body?: string }> {
      const createdAt = new Date();
      try {
        await answers.insertOne({
          _id: id,
          account,
          question: JSON.stringify(question),
          ...(idempotency && { idempotency }),
          createdAt,
          expiresAt: new Date(createdAt.getTime() + resultLifetimeMs),
        });
        return { id, ...(idempotency && { body: idempotency.body }) };
      } catch (error) {
        if (!idempotency || !isDuplicateKey(error)) throw error;
        const earlier = await answers.findOne({ account, 'idempotency.key': idempotency.key });
        // The earlier question expired in between.
        if (!earlier) throw error;
        return { id: earlier._id, ...(earlier.idempotency && { body: earlier.idempotency.body }) };
      }
    },

    async removeOf(account: string) {
      for await (const { _id } of answers.find({ account, stored: true }, { projection: { _id: 1 } }))
        await objects.remove(objectName(_id));
      await answers.deleteMany({ account });
    },

    async question<Q>(id: string): Promise<Q | undefined> {
      const found = await answers.findOne({ _id: id }, { projection: { question: 1 } });
      return found ? JSON.parse(found.question) : undefined;
    },

    /** Stores the answer; a second one is ignored. */
    async give(id: string, answer: unknown): Promise<void> {
      const json = JSON.stringify(answer);
      const isLarge = Buffer.byteLength(json) > maxInlineBytes;
      if (isLarge) await objects.putPage(objectName(id), Buffer.from(json));
      await answers.updateOne(
        { _id: id, answer: { $exists: false }, stored: { $exists: false } },
        { $set: isLarge ? { stored: true } : { answer: json } },
      );
    },

    /** The answer as JSON. */
    async text(id: string): Promise<string | undefined> {
      const found = await answers.findOne({ _id: id });
      return found?.stored ? String(await objects.getPage(objectName(id))) : found?.answer;
    },
  };
}
