import type { Db } from 'mongodb';
import type { StoredProfile } from '../contracts/results/brandingDraft.ts';
import type { JobWork } from '../contracts/work/context.ts';
import { resultLifetimeMs } from './pages.ts';

interface ProfileRecord extends StoredProfile {
  /** The job's id, so that a retry writes the same record. */
  _id: string;
  /** Absent in profiles of an earlier version. */
  account?: string;
  expiresAt: Date;
}

export type Profiles = ReturnType<typeof profilesIn>;

export function profilesIn(db: Db) {
  const profiles = db.collection<ProfileRecord>('profiles');
  return {
    async prepare() {
      await profiles.createIndexes([{ key: { account: 1 } }, { key: { expiresAt: 1 }, expireAfterSeconds: 0 }]);
    },
    async save({ job, account }: Pick<JobWork, 'job' | 'account'>, profile: StoredProfile): Promise<void> {
      const expiresAt = new Date(Date.now() + resultLifetimeMs);
      await profiles.replaceOne({ _id: job }, { ...profile, account, expiresAt }, { upsert: true });
    },
    async removeOf(account: string) {
      await profiles.deleteMany({ account });
    },
    async find(job: string): Promise<StoredProfile | undefined> {
      return (await profiles.findOne({ _id: job })) ?? undefined;
    },
  };
}
