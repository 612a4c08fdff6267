import { createHash } from 'node:crypto';
import type { Binary, ClientSession, Db } from 'mongodb';
import { packLines, unpackLines } from './packedLines.ts';

/** A page as a monitor last saw it. Kept for as long as the monitor, while results are kept for a day. */
export interface MonitoredPage {
  url: string;
  lines: readonly string[];
  /** What is known to change on every load. */
  noise: readonly string[];
  /** Its first reading in a run that is to read it once more, because it seems to have changed. */
  suspected?: { run: string; lines: readonly string[] };
}

interface MonitoredPageRecord {
  /** `<monitor>:<digest of the URL>` */
  _id: string;
  monitor: string;
  account: string;
  url: string;
  lines: Binary;
  noise: readonly string[];
  suspected?: { run: string; lines: Binary };
  updatedAt: Date;
}

interface Place {
  monitor: string;
  url: string;
}

/** One page of one monitor, or of one run. */
export function pageKey(owner: string, url: string): string {
  return `${owner}:${createHash('sha256').update(url).digest('base64url').slice(0, 22)}`;
}

export type MonitoredPages = ReturnType<typeof monitoredPagesIn>;

export function monitoredPagesIn(db: Db) {
  const pages = db.collection<MonitoredPageRecord>('monitoredPages');
  return {
    async prepare() {
      await pages.createIndexes([{ key: { monitor: 1 } }, { key: { account: 1 } }]);
    },
    async find({ monitor, url }: Place): Promise<MonitoredPage | undefined> {
      const found = await pages.findOne({ _id: pageKey(monitor, url) });
      if (!found) return undefined;
      const { lines, noise, suspected } = found;
      return {
        url,
        lines: await unpackLines(lines),
        noise,
        ...(suspected && { suspected: { run: suspected.run, lines: await unpackLines(suspected.lines) } }),
      };
    },
    /** The addresses of all pages of a monitor. */
    urls: (monitor: string): AsyncIterable<string> =>
      pages.find({ monitor }, { projection: { url: 1 } }).map(({ url }) => url),
    /** Remembers a page as it is now; a suspicion is settled with it. */
    async keep(
      { monitor, account, url, lines, noise }: MonitoredPage & { monitor: string; account: string },
      session: ClientSession,
    ) {
      const _id = pageKey(monitor, url);
      const record = { _id, monitor, account, url, lines: await packLines(lines), noise, updatedAt: new Date() };
      await pages.replaceOne({ _id }, record, { upsert: true, session });
    },
    /** Notes a page that is to be read once more. */
    async suspect({ monitor, url }: Place, run: string, lines: readonly string[]) {
      await pages.updateOne(
        { _id: pageKey(monitor, url) },
        { $set: { suspected: { run, lines: await packLines(lines) } } },
      );
    },
    async removePage({ monitor, url }: Place, session: ClientSession) {
      await pages.deleteOne({ _id: pageKey(monitor, url) }, { session });
    },
    async removeMonitor(monitor: string) {
      await pages.deleteMany({ monitor });
    },
    async removeOf(account: string) {
      await pages.deleteMany({ account });
    },
  };
}
