import type { Binary, ClientSession, Db, WithId } from 'mongodb';
import type { PageOptions } from '../contracts/requests/pageOptions.ts';
import { type SecretOptions, separateSecrets } from '../contracts/requests/secretOptions.ts';
import type { Webhook } from '../contracts/requests/webhook.ts';
import type { NewCrawl } from '../contracts/work/crawl.ts';
import type { Sealer } from './seal.ts';

/** Pages that are read again and again, and compared. */
export interface Monitor {
  _id: string;
  account: string;
  /** The key that created it: its secret signs the webhooks. */
  key: string;
  name?: string;
  /** Empty for a site. */
  urls: string[];
  /** The site that is watched instead. */
  crawl?: NewCrawl;
  /** As the caller wrote it. */
  every: string;
  options: PageOptions;
  webhook?: Webhook;
  isPaused: boolean;
  /** Once a run has remembered the pages, those that are not remembered are new. */
  hasBaseline: boolean;
  createdAt: Date;
}

/** What a caller may have put a secret into. */
interface SealedPart extends SecretOptions {
  urls: string[];
  crawl?: NewCrawl;
  webhook?: Webhook;
}

interface MonitorRecord extends Omit<Monitor, 'urls' | 'crawl' | 'webhook'> {
  sealed: Binary;
}

export type MonitorChange = Partial<Pick<Monitor, 'name' | 'urls' | 'every' | 'isPaused'>> & {
  webhook?: Webhook | null;
};

export type Monitors = ReturnType<typeof monitorsIn>;

export function monitorsIn(db: Db, sealer: Sealer) {
  const monitors = db.collection<MonitorRecord>('monitors');

  function recordOf({ urls, crawl, webhook, options, ...monitor }: Monitor): MonitorRecord {
    const { shown, secrets } = separateSecrets(options);
    const part: SealedPart = { urls, ...secrets, ...(crawl && { crawl }), ...(webhook && { webhook }) };
    return { ...monitor, options: shown, sealed: sealer.seal(part, monitor._id) };
  }

  function monitorOf({ sealed, ...record }: WithId<MonitorRecord>): Monitor {
    const { urls, crawl, webhook, ...secrets } = sealer.open<SealedPart>(sealed, record._id);
    return {
      ...record,
      urls,
      ...(crawl && { crawl }),
      ...(webhook && { webhook }),
      options: { ...record.options, ...secrets },
    };
  }

  return {
    async prepare() {
      await monitors.createIndex({ account: 1, createdAt: -1 });
    },
    async find(id: string): Promise<Monitor | undefined> {
      const found = await monitors.findOne({ _id: id });
      return found ? monitorOf(found) : undefined;
    },
    async findOwn(id: string, account: string): Promise<Monitor | undefined> {
      const found = await monitors.findOne({ _id: id, account });
      return found ? monitorOf(found) : undefined;
    },
    ofAccount: (account: string, { offset, limit }: { offset: number; limit: number }): Promise<Monitor[]> =>
      monitors.find({ account }).sort({ createdAt: -1, _id: 1 }).skip(offset).limit(limit).map(monitorOf).toArray(),
    idsOf: (account: string): AsyncIterable<string> =>
      monitors.find({ account }, { projection: { _id: 1 } }).map(({ _id }) => _id),
    count: (account: string, session?: ClientSession): Promise<number> =>
      monitors.countDocuments({ account }, session && { session }),
    async insert(monitor: Monitor, session: ClientSession) {
      await monitors.insertOne(recordOf(monitor), { session });
    },
    /** Undefined if it is gone. */
    async change(id: string, { webhook, ...changes }: MonitorChange): Promise<Monitor | undefined> {
      const found = await monitors.findOne({ _id: id });
      if (!found) return undefined;
      const { webhook: before, ...monitor } = monitorOf(found);
      const kept = webhook === undefined ? before : (webhook ?? undefined);
      const changed = { ...monitor, ...changes, ...(kept && { webhook: kept }) };
      const { matchedCount } = await monitors.replaceOne({ _id: id }, recordOf(changed));
      return matchedCount === 1 ? changed : undefined;
    },
    async setPaused(id: string, isPaused: boolean) {
      await monitors.updateOne({ _id: id }, { $set: { isPaused } });
    },
    async setBaseline(id: string, session?: ClientSession) {
      await monitors.updateOne({ _id: id }, { $set: { hasBaseline: true } }, session && { session });
    },
    async remove(id: string) {
      await monitors.deleteOne({ _id: id });
    },
    async removeOf(account: string) {
      await monitors.deleteMany({ account });
    },
  };
}
