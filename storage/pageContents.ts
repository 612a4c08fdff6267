import { Binary, type ClientSession, type Collection } from 'mongodb';
import { shownUrl } from '../contracts/egress/url.ts';
import type { PageItem } from '../contracts/results/page.ts';
import type { FileLinks } from '../runtime/secrets/fileLinks.ts';
import { type CompressedText, compress, decompress, isCompressed, textBytes } from './concatenableGzip.ts';
import { fileFormatOf, type Objects, screenshotName } from './objectStore.ts';
import { packedItem } from './packedContent.ts';
import { type PageRecord, pageId, type SettledPage, summaryOf } from './pageRecord.ts';
import type { Sealer } from './seal.ts';
import { readIn } from './transaction.ts';

/** Larger items go to the object store: a MongoDB document holds at most 16 MB, and large ones slow every poll down. */
const maxInlineBytes = 1024 * 1024;

/** Whose the pages are, and until when they are kept. */
export interface Owner {
  account: string;
  expiresAt: Date;
}

interface Deps {
  pages: Collection<PageRecord>;
  objects: Objects;
  sealer: Sealer;
  links: FileLinks;
}

/** The fields of a record from which its item is read. To decode the others too took up to a tenth of a poll. */
export const contentFields = {
  job: 1,
  index: 1,
  json: 1,
  stored: 1,
  sameAs: 1,
  'about.engine': 1,
  screenshot: 1,
  bytes: 1,
} as const;

/** A record, or as much of one as `contentFields` reads. */
export type ContentRecord = Pick<
  PageRecord,
  '_id' | 'job' | 'index' | 'json' | 'stored' | 'sameAs' | 'screenshot' | 'bytes'
> & {
  about: Pick<PageRecord['about'], 'engine'>;
};

export type PageContents = ReturnType<typeof pageContents>;

/** Puts the items of pages into records and gets them out again. */
export function pageContents({ pages, objects, sealer, links }: Deps) {
  async function storedContent({ _id, stored, json }: ContentRecord): Promise<CompressedText | undefined> {
    const content = stored ? await objects.getPage(_id) : json && bytesOf(json);
    // Earlier versions stored items uncompressed.
    return content && !isCompressed(content) ? compress(content) : content;
  }

  async function contentOf(record: ContentRecord): Promise<CompressedText | undefined> {
    const content = await storedContent(record);
    if (!content || record.screenshot !== undefined || record.about.engine !== 'browser') return content;
    // An earlier version may have stored the object store's own address of the screenshot.
    const item: PageItem = JSON.parse(String(await decompress(content)));
    if (item.screenshot === undefined) return content;
    return compress(Buffer.from(JSON.stringify({ ...item, screenshot: links.screenshot(record.job, record.index) })));
  }

  /** The item with the addresses of its files in place of their names. */
  function withLinks(job: string, index: number, item: PageItem): PageItem {
    const { screenshot, actions } = item;
    const linked = (names: readonly string[], from: number) =>
      names.map((name, at) => links.actionFile(job, index, from + at, fileFormatOf(name)));
    return {
      ...item,
      ...(screenshot && { screenshot: links.screenshot(job, index, fileFormatOf(screenshot)) }),
      ...(actions && {
        actions: {
          ...actions,
          screenshots: linked(actions.screenshots, 0),
          pdfs: linked(actions.pdfs, actions.screenshots.length),
        },
      }),
    };
  }

  /** Each record's item, in their order; an item that several records share is read once. */
  async function read(records: readonly ContentRecord[], session?: ClientSession): Promise<CompressedText[]> {
    const holderOf = ({ job, index, sameAs }: ContentRecord) => pageId(job, sameAs ?? index);
    const holders = new Map(records.filter(({ sameAs }) => sameAs === undefined).map((each) => [each._id, each]));
    const missing = [...new Set(records.map(holderOf))].filter((id) => !holders.has(id));
    if (missing.length > 0) {
      const options = { ...readIn(session), projection: contentFields };
      const found = await pages.find<ContentRecord>({ _id: { $in: missing } }, options).toArray();
      for (const each of found) holders.set(each._id, each);
    }
    const contents = new Map([...holders].map(([id, holder]) => [id, contentOf(holder)]));
    return Promise.all(
      records.map(async (record) => {
        const content = await contents.get(holderOf(record));
        if (!content) throw new Error(`page ${record._id} has no content`);
        return content;
      }),
    );
  }

  return {
    read,

    /** A page's own record, and light ones for the repetitions of its URL. A large item is stored on the way. */
    async write(job: string, page: SettledPage, { account, expiresAt }: Owner): Promise<PageRecord[]> {
      const { index, also = [], outcome, credits, fingerprint, validators, contentHash, duplicateOf } = page;
      const { packed, ...given } = page.item;
      const shown = withoutCredentials(given);
      const item = withLinks(job, index, shown);
      const actionFiles = [...(shown.actions?.screenshots ?? []), ...(shown.actions?.pdfs ?? [])];
      const compressed = packed ? packedItem(item, packed) : await compress(Buffer.from(JSON.stringify(item)));
      const bytes = textBytes(compressed);
      const isLarge = bytes > maxInlineBytes;
      if (isLarge) await objects.putPage(pageId(job, index), compressed);
      const shared = {
        job,
        account,
        outcome,
        ...(credits !== undefined && credits !== 1 && { credits }),
        about: summaryOf(item),
        ...(shown !== given && { sealedUrl: sealer.seal(given.url, job) }),
        bytes,
        settledAt: new Date(),
        expiresAt,
      };
      const own: PageRecord = {
        _id: pageId(job, index),
        index,
        ...shared,
        ...(fingerprint && { fingerprint }),
        ...(validators && { validators }),
        ...(contentHash && { contentHash }),
        ...(duplicateOf !== undefined && { duplicateOf }),
        ...(item.metadata.engine === 'browser' && { screenshot: shown.screenshot ?? null }),
        ...(actionFiles.length > 0 && { actionFiles }),
        ...(isLarge ? { stored: true } : { json: new Binary(compressed) }),
      };
      return [own, ...also.map((other) => ({ _id: pageId(job, other), index: other, ...shared, sameAs: index }))];
    },

    /** The name of a record's screenshot in the object store. */
    async screenshot(record: ContentRecord): Promise<string | undefined> {
      if (record.screenshot !== undefined) return record.screenshot ?? undefined;
      const content = record.about.engine === 'browser' ? await storedContent(record) : undefined;
      const item: PageItem | undefined = content && JSON.parse(String(await decompress(content)));
      return item?.screenshot && screenshotName(item.screenshot);
    },

    async readItem(record: ContentRecord): Promise<PageItem> {
      const [content] = await read([record]);
      return content && JSON.parse(String(await decompress(content)));
    },
  };
}

/** The item as callers see it; the same object if its URL has no credentials. */
function withoutCredentials(item: PageItem): PageItem {
  const url = shownUrl(item.url);
  return url === item.url ? item : { ...item, url, metadata: { ...item.metadata, sourceURL: url } };
}

/** Without a copy: the driver's own view of what it received. */
function bytesOf({ buffer, position }: Binary): Buffer {
  return Buffer.from(buffer.buffer, buffer.byteOffset, position);
}
