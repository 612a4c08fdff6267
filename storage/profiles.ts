import type { Db } from 'mongodb';
import type { StoredProfile } from '../contracts/results/brandingDraft.ts';
import { resultLifetimeMs } from './pages.ts';

interface ProfileRecord extends StoredProfile {
  /** The job's id, so that a retry writes the same record. */
  _id: string;
  expiresAt: Date;
}

export type Profiles = ReturnType<typeof profilesIn>;

export function profilesIn(db: Db) {
  const profiles = db.collection<ProfileRecord>('profiles');
  return {
    async prepare() {
      await profiles.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
    },
    async save(job: string, profile: StoredProfile): Promise<void> {
      const expiresAt = new Date(Date.now() + resultLifetimeMs);
      await profiles.replaceOne({ _id: job }, { ...profile, expiresAt }, { upsert: true });
    },
    async find(job: string): Promise<StoredProfile | undefined> {
      return (await profiles.findOne({ _id: job })) ?? undefined;
    },
  };
}
