import type { ClientSession, Db } from 'mongodb';
import type { ChangeKind } from '../contracts/results/monitor.ts';
import { pageKey } from './monitoredPages.ts';

export interface MonitorRunRecord {
  _id: string;
  monitor: string;
  account: string;
  status: 'running' | 'completed' | 'failed';
  isFirst: boolean;
  startedAt: Date;
  finishedAt?: Date;
  /** Pages that were compared, and those that could not be read. */
  pages: number;
  unreachable: number;
  new: number;
  changed: number;
  removed: number;
  creditsUsed: number;
  error?: string;
}

export interface PageChangeRecord {
  /** `<run>:<digest of the URL>`: a page changes once in a run, however often the step is attempted. */
  _id: string;
  run: string;
  monitor: string;
  account: string;
  url: string;
  change: ChangeKind;
  added?: number;
  removed?: number;
  diff?: string;
  at: Date;
}

export type NewPageChange = Omit<PageChangeRecord, '_id' | 'at'>;

type RunCounts = Pick<MonitorRunRecord, 'pages' | 'unreachable' | 'new' | 'changed' | 'removed' | 'creditsUsed'>;

const noCounts: RunCounts = { pages: 0, unreachable: 0, new: 0, changed: 0, removed: 0, creditsUsed: 0 };

/** Older ones are removed, with what they found. */
export const keptRuns = 100;

export type MonitorRuns = ReturnType<typeof monitorRunsIn>;

/** The runs of monitors, and what each found. */
export function monitorRunsIn(db: Db) {
  const runs = db.collection<MonitorRunRecord>('monitorRuns');
  const changes = db.collection<PageChangeRecord>('monitorChanges');
  return {
    async prepare() {
      await runs.createIndexes([{ key: { monitor: 1, startedAt: -1 } }, { key: { account: 1 } }]);
      await changes.createIndexes([
        { key: { run: 1, at: 1 } },
        { key: { monitor: 1, at: -1 } },
        { key: { account: 1 } },
      ]);
    },
    /** Opens a run, or returns the one that an earlier attempt opened. */
    async open(run: Pick<MonitorRunRecord, '_id' | 'monitor' | 'account' | 'isFirst'>): Promise<MonitorRunRecord> {
      const { _id, ...rest } = run;
      const opened = await runs.findOneAndUpdate(
        { _id },
        { $setOnInsert: { ...rest, ...noCounts, status: 'running' as const, startedAt: new Date() } },
        { upsert: true, returnDocument: 'after' },
      );
      if (!opened) throw new Error(`run ${_id} was not opened`);
      return opened;
    },
    find: (id: string, session?: ClientSession) => runs.findOne({ _id: id }, session && { session }),
    findOwn: (id: string, monitor: string, account: string) => runs.findOne({ _id: id, monitor, account }),
    latest: async (monitor: string): Promise<MonitorRunRecord | undefined> =>
      (await runs.find({ monitor }).sort({ startedAt: -1 }).limit(1).toArray())[0],
    ofMonitor: (monitor: string, { offset, limit }: { offset: number; limit: number }) =>
      runs.find({ monitor }).sort({ startedAt: -1, _id: 1 }).skip(offset).limit(limit).toArray(),
    /** Returns false if this page's change is recorded already. */
    async addChange(change: NewPageChange, session: ClientSession): Promise<boolean> {
      const _id = pageKey(change.run, change.url);
      const { upsertedCount } = await changes.updateOne(
        { _id },
        { $setOnInsert: { ...change, at: new Date() } },
        { upsert: true, session },
      );
      return upsertedCount === 1;
    },
    changesOf: (run: string, { offset, limit }: { offset: number; limit: number }) =>
      changes.find({ run }).sort({ at: 1, _id: 1 }).skip(offset).limit(limit).toArray(),
    latestChanges: (monitor: string, limit: number) =>
      changes.find({ monitor }).sort({ at: -1, _id: 1 }).limit(limit).toArray(),
    countChanges: async (run: string): Promise<Pick<RunCounts, ChangeKind>> => {
      const counts = { new: 0, changed: 0, removed: 0 };
      const found = changes.aggregate<{ _id: ChangeKind; count: number }>([
        { $match: { run } },
        { $group: { _id: '$change', count: { $sum: 1 } } },
      ]);
      for await (const { _id, count } of found) counts[_id] = count;
      return counts;
    },
    async finish(id: string, outcome: Partial<RunCounts> & Pick<MonitorRunRecord, 'status' | 'error'>) {
      const finishedAt = new Date();
      await runs.updateOne({ _id: id, status: 'running' }, { $set: { ...outcome, finishedAt } });
    },
    async removeOldest(monitor: string) {
      const old = await runs
        .find({ monitor }, { projection: { _id: 1 } })
        .sort({ startedAt: -1 })
        .skip(keptRuns)
        .toArray();
      const ids = old.map(({ _id }) => _id);
      if (ids.length === 0) return;
      await changes.deleteMany({ run: { $in: ids } });
      await runs.deleteMany({ _id: { $in: ids } });
    },
    async removeMonitor(monitor: string) {
      await changes.deleteMany({ monitor });
      await runs.deleteMany({ monitor });
    },
    async removeOf(account: string) {
      await changes.deleteMany({ account });
      await runs.deleteMany({ account });
    },
  };
}
