import type { ClientSession, Collection } from 'mongodb';
import { type PageRecord, pageId } from './pageRecord.ts';

export type PageStanding = Pick<PageRecord, 'outcome' | 'duplicateOf'>;

/** Pages of a crawl that lead to another of its pages, and what they keep of their own until that one has settled. */
export function duplicatePages(pages: Collection<PageRecord>) {
  return {
    /** How a page has settled; undefined if it has not. */
    async standing(job: string, index: number, session: ClientSession): Promise<PageStanding | undefined> {
      const options = { session, projection: { outcome: 1, duplicateOf: 1 } };
      return (await pages.findOne({ _id: pageId(job, index) }, options)) ?? undefined;
    },

    /** The pages that lead to one of these positions, and whose own content is still there. */
    async leadingTo(job: string, positions: readonly number[], session: ClientSession): Promise<PageRecord[]> {
      if (positions.length === 0) return [];
      const filter = { job, duplicateOf: { $in: [...positions] }, ownContent: { $exists: true } };
      return pages.find(filter, { session }).sort({ index: 1 }).toArray();
    },

    /** Gives a page its own content back, because the one that it leads to has failed. */
    async restoreContent({ _id, ownContent }: PageRecord, session: ClientSession): Promise<void> {
      if (!ownContent) return;
      const noLonger = {
        ...(ownContent.stored && { json: '' as const }),
        ...(ownContent.credits === undefined && { credits: '' as const }),
      };
      await pages.updateOne(
        { _id },
        { $set: ownContent, $unset: { ownContent: '', duplicateOf: '', ...noLonger } },
        { session },
      );
    },

    /** Lets go of their own content, because the page that they lead to has it. */
    async dropContent(job: string, leadingTo: readonly number[], session: ClientSession): Promise<void> {
      if (leadingTo.length === 0) return;
      const filter = { job, duplicateOf: { $in: [...leadingTo] }, ownContent: { $exists: true } };
      await pages.updateMany(filter, { $unset: { ownContent: '' } }, { session });
    },

    /** The pages of a job with these texts, by their hash. */
    async withContent(job: string, hashes: readonly string[], session: ClientSession): Promise<Map<string, string>> {
      if (hashes.length === 0) return new Map();
      const options = { session, projection: { contentHash: 1, 'about.url': 1 } };
      const found = await pages.find({ job, contentHash: { $in: [...hashes] } }, options).toArray();
      return new Map(found.map(({ contentHash = '', about }) => [contentHash, about.url]));
    },
  };
}
