import type { PageItem } from '../contracts/results/page.ts';
import { joinTexts, storedText } from './concatenableGzip.ts';

/**
 * The content of a page, which is nearly all of its item, as JSON that is compressed already. The thread that converts
 * the page packs it. As texts it would be copied to the main thread, put into JSON and compressed there, and live in its
 * heap until it is stored: all that took a seventh of a worker's CPU in a batch.
 */
export interface PackedContent {
  /** The fields with their names, separated by commas: a `CompressedText`, which arrives from a thread as plain bytes. */
  fields: Uint8Array;
  hasNoText: boolean;
  /** Of a crawl: by which pages with the same text are found. */
  contentHash?: string;
}

/** An item has its content in its own fields or, instead, in `packed`. A crawl has the links of a packed one, too. */
export type ItemToSettle = PageItem & { packed?: PackedContent };

/** The item as JSON, with its content behind the URL, where it stands in an item that is not packed. */
export function packedItem({ url, ...rest }: PageItem, { fields }: PackedContent) {
  const before = `${JSON.stringify({ url }).slice(0, -1)},`;
  const content = Buffer.from(fields.buffer, fields.byteOffset, fields.byteLength);
  const after = `,${JSON.stringify(rest).slice(1)}`;
  return joinTexts([storedText(before), content, storedText(after)]);
}
