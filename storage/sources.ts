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
  /** When the site was last searched. */
  checkedAt: Date;
  /** When the next search is due. */
  dueAt: Date;
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

export function sourceId({ kind, domain, theme }: SourceName) {
  return `${kind}:${domain}:${theme}`;
}

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
    /** The sources that are due, in pages after an id, so that the sweep can go through any number of them. */
    due: (after: string, limit: number) =>
      sources
        .find({ dueAt: { $lte: new Date() }, _id: { $gt: after } }, { projection: { kind: 1, domain: 1, theme: 1 } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray(),
    /** Makes sources due now; all of them if no domain is named. */
    async markDue(domains: readonly string[]): Promise<number> {
      const chosen = domains.length > 0 ? { domain: { $in: [...domains] } } : {};
      return (await sources.updateMany(chosen, { $set: { dueAt: new Date(0) } })).modifiedCount;
    },
  };
}
