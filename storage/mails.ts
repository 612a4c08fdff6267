import type { Db } from 'mongodb';

/** A message to an account's owner: stored first, then sent, so that none is lost or sent twice. */
export interface Mail {
  /** The subject, such as `overage:acc_…:2026-11`: one message each. */
  _id: string;
  account: string;
  to: string;
  subject: string;
  text: string;
  createdAt: Date;
  /** `kept`: there is no mail server, so it is only shown on the dashboard. */
  state: 'waiting' | 'sent' | 'kept';
  settledAt?: Date;
}

export function overageMailId(account: string, month: string) {
  return `overage:${account}:${month}`;
}

export function mailsIn(db: Db) {
  const mails = db.collection<Mail>('mails');
  return {
    async prepare() {
      await mails.createIndex({ account: 1, createdAt: -1 });
    },
    find: (id: string) => mails.findOne({ _id: id }),
    ofAccount: (account: string, limit: number) =>
      mails.find({ account }).sort({ createdAt: -1 }).limit(limit).toArray(),
    /** Stores the message unless there is one with that id; returns the stored one. */
    write: async ({ _id, ...mail }: Pick<Mail, '_id' | 'account' | 'to' | 'subject' | 'text'>): Promise<Mail> => {
      const kept = await mails.findOneAndUpdate(
        { _id },
        { $setOnInsert: { ...mail, createdAt: new Date(), state: 'waiting' as const } },
        { upsert: true, returnDocument: 'after' },
      );
      if (!kept) throw new Error(`mail ${_id} was not written`);
      return kept;
    },
    async removeOf(account: string) {
      await mails.deleteMany({ account });
    },
    async settle(id: string, state: 'sent' | 'kept') {
      await mails.updateOne({ _id: id }, { $set: { state, settledAt: new Date() } });
    },
  };
}
