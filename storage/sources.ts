import type { Db } from 'mongodb';
import type { ImageKind, Theme } from '../contracts/images/parameters.ts';
import type { SourceKind } from '../contracts/images/source.ts';

/** A candidate that was considered, with its score and the reasons, as the dashboard shows it. */
export interface SourceCandidate {
  url: string;
  source: string;
  score?: number;
  reasons: string[];
  width?: number;
  height?: number;
  contentType?: string;
  chosen: boolean;
}

/** What a home page says about itself. */
export interface PageDescription {
  name?: string;
  title?: string;
  /** The color that it wants a browser to have, as it says it. */
  color?: string;
}

/** The picture that is kept for a domain and theme, from which every rendition is made. */
export interface Source {
  /** `<kind>:<domain>:<theme>` */
  _id: string;
  kind: ImageKind;
  domain: string;
  theme: Theme;
  from: SourceKind;
  /** Of the bytes, which are in the object store under this name; absent if there is no picture. */
  digest?: string;
  contentType?: string;
  width?: number;
  height?: number;
  candidates: SourceCandidate[];
  /** Of Open Graph images. */
  page?: PageDescription;
  /** When the site was last searched. */
  checkedAt: Date;
  /** When the next search is due. */
  dueAt: Date;
  /** When somebody last asked for a picture of it, to the day. */
  askedAt: Date;
  /** Consecutive searches in which the site was unreachable. */
  misses: number;
  /** Values of `v` that were seen; a new one triggers a search. */
  versions: string[];
}

export interface SourceName {
  kind: ImageKind;
  domain: string;
  theme: Theme;
}

const maxVersions = 50;

const dayMs = 24 * 60 * 60 * 1000;
/** A source is stamped at most this often, however often it is asked for. */
export const askedIntervalMs = dayMs;
/** The sweep leaves sources alone that nobody has asked for in this time; a request has them searched again. */
const renewedForMs = 30 * dayMs;
/** A source that nobody has asked for in this time is forgotten. */
const keptForMs = 60 * dayMs;
/** The time that `markDue` sets: the operator wants the source searched, whoever asks for it. */
const dueByOperator = new Date(0);

export function sourceId({ kind, domain, theme }: SourceName) {
  return `${kind}:${domain}:${theme}`;
}

export function sourcesIn(db: Db) {
  const sources = db.collection<Source>('sources');
  return {
    async prepare() {
      await sources.createIndexes([
        { key: { dueAt: 1, _id: 1 } },
        { key: { domain: 1 } },
        { key: { askedAt: 1 } },
        { key: { digest: 1 }, sparse: true },
      ]);
      // Earlier versions did not record who asks: the clock of their sources starts now.
      await sources.updateMany({ askedAt: { $exists: false } }, { $set: { askedAt: new Date() } });
    },
    find: (name: SourceName) => sources.findOne({ _id: sourceId(name) }),
    ofDomain: (domain: string) => sources.find({ domain }).sort({ _id: 1 }).toArray(),
    async put(name: SourceName, source: Omit<Source, '_id' | 'versions' | 'askedAt' | keyof SourceName>) {
      const { digest, contentType, width, height, ...rest } = source;
      const picture = { digest, contentType, width, height };
      const none = source.digest === undefined;
      await sources.updateOne(
        { _id: sourceId(name) },
        {
          $set: { ...name, ...rest, ...(none ? {} : picture) },
          ...(none && { $unset: { digest: 1, contentType: 1, width: 1, height: 1 } }),
          $setOnInsert: { versions: [], askedAt: source.checkedAt },
        },
        { upsert: true },
      );
    },
    /** The site was unreachable: what was found before stays. */
    async missed(name: SourceName, { checkedAt, dueAt }: Pick<Source, 'checkedAt' | 'dueAt'>) {
      await sources.updateOne({ _id: sourceId(name) }, { $set: { checkedAt, dueAt }, $inc: { misses: 1 } });
    },
    async sawVersion(name: SourceName, version: string) {
      await sources.updateOne(
        { _id: sourceId(name) },
        { $push: { versions: { $each: [version], $slice: -maxVersions } } },
      );
    },
    /** Records that these sources were asked for. Those that were stamped less than a day before stay as they are. */
    async asked(ids: readonly string[], at: Date) {
      const stampedBefore = new Date(at.getTime() - askedIntervalMs);
      await sources.updateMany({ _id: { $in: [...ids] }, askedAt: { $lt: stampedBefore } }, { $set: { askedAt: at } });
    },
    /**
     * The sources that the sweep has to search, in pages after an id, so that it can go through any number of them. A site
     * without a picture is not among them: the next request after its hour has it searched.
     */
    due: (after: string, limit: number, now = new Date()) =>
      sources
        .find(
          {
            dueAt: { $lte: now },
            _id: { $gt: after },
            $or: [
              { dueAt: dueByOperator },
              { from: { $ne: 'none' }, askedAt: { $gte: new Date(now.getTime() - renewedForMs) } },
            ],
          },
          { projection: { kind: 1, domain: 1, theme: 1 } },
        )
        .sort({ _id: 1 })
        .limit(limit)
        .toArray(),
    /** Forgets the sources that nobody has asked for in a long time. */
    async removeUnasked(now = new Date()): Promise<number> {
      const askedBefore = new Date(now.getTime() - keptForMs);
      return (await sources.deleteMany({ askedAt: { $lt: askedBefore } })).deletedCount;
    },
    /** Those of these digests that a source has. */
    async referenced(digests: readonly string[]): Promise<Set<string>> {
      const found = sources.find({ digest: { $in: [...digests] } }, { projection: { digest: 1 } });
      return new Set((await found.toArray()).flatMap(({ digest }) => digest ?? []));
    },
    /** Makes sources due now; all of them if no domain is named. */
    async markDue(domains: readonly string[]): Promise<number> {
      const chosen = domains.length > 0 ? { domain: { $in: [...domains] } } : {};
      return (await sources.updateMany(chosen, { $set: { dueAt: dueByOperator } })).modifiedCount;
    },
  };
}
