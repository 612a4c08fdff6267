import type { Db } from 'mongodb';

/** A session of the dashboard that was signed out before its cookie expires. */
interface EndedSession {
  /** The session's id. */
  _id: string;
  expiresAt: Date;
}

/** Sessions are in signed cookies; this is how one ends before its time on every gateway. */
export function endedSessionsIn(db: Db) {
  const endedSessions = db.collection<EndedSession>('endedSessions');
  return {
    async prepare() {
      await endedSessions.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
    },
    /** `expiresAt` is when the cookie is no longer accepted anyway. */
    async add(id: string, expiresAt: Date) {
      await endedSessions.updateOne({ _id: id }, { $set: { expiresAt } }, { upsert: true });
    },
    has: async (id: string): Promise<boolean> =>
      (await endedSessions.findOne({ _id: id }, { projection: { _id: 1 } })) !== null,
  };
}
