import type { Db } from 'mongodb';
import type { ImageKind, Theme } from '../contracts/images/parameters.ts';

export type SourceKind = 'site' | 'curated' | 'service' | 'none';

/** A candidate that was looked at, with what came of it, for people to see. */
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

/** The one picture that is kept for a domain and theme, from which every rendition is made. */
export interface Source {
  /** `<kind>:<domain>:<theme>` */
  _id: string;
  kind: ImageKind;
  domain: string;
  theme: Theme;
  from: SourceKind;
  /** Of the bytes, which lie in the object store under it; absent where there is no picture. */
  digest?: string;
  contentType?: string;
  width?: number;
  height?: number;
  candidates: SourceCandidate[];
  /** When the site was last asked… */
  checkedAt: Date;
  /** …and when it is to be asked again. */
  dueAt: Date;
  /** How often in a row the site could not be reached. */
  misses: number;
  /** Values of `v` that were seen: a new one has the site asked again. */
  versions: string[];
}

export interface SourceName {
  kind: ImageKind;
  domain: string;
  theme: Theme;
}

const keptVersions = 50;

export function sourceId({ kind, domain, theme }: SourceName) {
  return `${kind}:${domain}:${theme}`;
}

export type Sources = ReturnType<typeof sourcesIn>;

export function sourcesIn(db: Db) {
  const sources = db.collection<Source>('sources');
  return {
    async prepare() {
      await sources.createIndexes([{ key: { dueAt: 1, _id: 1 } }, { key: { domain: 1 } }]);
    },
    find: (name: SourceName) => sources.findOne({ _id: sourceId(name) }),
    ofDomain: (domain: string) => sources.find({ domain }).sort({ _id: 1 }).toArray(),
    async put(name: SourceName, source: Omit<Source, '_id' | 'versions' | keyof SourceName>) {
      const { digest, contentType, width, height, ...rest } = source;
      const picture = { digest, contentType, width, height };
      const none = source.digest === undefined;
      await sources.updateOne(
        { _id: sourceId(name) },
        {
          $set: { ...name, ...rest, ...(none ? {} : picture) },
          ...(none && { $unset: { digest: 1, contentType: 1, width: 1, height: 1 } }),
          $setOnInsert: { versions: [] },
        },
        { upsert: true },
      );
    },
    /** The site was not there: what was found before stays. */
    async missed(name: SourceName, { checkedAt, dueAt }: Pick<Source, 'checkedAt' | 'dueAt'>) {
      await sources.updateOne({ _id: sourceId(name) }, { $set: { checkedAt, dueAt }, $inc: { misses: 1 } });
    },
    async sawVersion(name: SourceName, version: string) {
      await sources.updateOne(
        { _id: sourceId(name) },
        { $push: { versions: { $each: [version], $slice: -keptVersions } } },
      );
    },
    /** Those whose time has come, from one id on: the sweep pages through any number of them. */
    due: (after: string, limit: number) =>
      sources
        .find({ dueAt: { $lte: new Date() }, _id: { $gt: after } }, { projection: { kind: 1, domain: 1, theme: 1 } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray(),
    /** Makes them due now; all of them where none is named. */
    async hurry(domains: readonly string[]): Promise<number> {
      const chosen = domains.length > 0 ? { domain: { $in: [...domains] } } : {};
      return (await sources.updateMany(chosen, { $set: { dueAt: new Date(0) } })).modifiedCount;
    },
  };
}
