import type { Binary } from 'mongodb';
import type { PageItem } from '../contracts/results/page.ts';
import type { Discovery } from './crawlFrontier.ts';
import type { ItemToSettle } from './packedContent.ts';

export type Outcome = 'completed' | 'failed';

/** By which a site can tell whether its page has changed. */
export interface Validators {
  etag?: string;
  lastModified?: string;
}

/** A page to settle: its result, and every position of the batch that it answers. */
export interface SettledPage {
  index: number;
  also?: readonly number[];
  outcome: Outcome;
  item: ItemToSettle;
  /** What it costs, if it is completed; 1 if it is absent. */
  credits?: number;
  fingerprint?: string;
  validators?: Validators;
  /** Of a crawl: what its text is, … */
  contentHash?: string;
  /** … the position of the page that has its content instead, … */
  duplicateOf?: number;
  /** … and what it adds to the frontier. */
  discovery?: Discovery;
}

/** What a list of pages shows of each. */
interface PageSummary {
  url: string;
  title?: string | undefined;
  statusCode?: number | undefined;
  engine?: 'http' | 'browser' | undefined;
  error?: string | undefined;
  warning?: string | undefined;
}

/**
 * One settled page of a job; a single scrape is a job of one page. The item is in `json`, or in the object store if it is
 * large, or with the first position of the same URL.
 */
export interface PageRecord {
  /** `<job>:<index>`: a page settles once, however often it is attempted. */
  _id: string;
  job: string;
  index: number;
  outcome: Outcome;
  /** What was charged for it; absent if that is 1 or the page has failed. Earlier versions only noted that it `isFree`. */
  credits?: number;
  isFree?: true;
  /** The JSON that callers get, compressed, so that a poll of a hundred items decodes and encodes nothing. */
  json?: Binary;
  /** The item is in the object store, under the record's id. */
  stored?: true;
  /** The position whose record has the item, for a repeated URL. */
  sameAs?: number;
  about: PageSummary;
  /** Pages read in the browser: the screenshot's name in the object store, or null. Earlier versions stored none. */
  screenshot?: string | null;
  /** The names in the object store of the files that actions have made. */
  actionFiles?: string[];
  /** The requested URL with its user name and password, for a retry; `about` and the item have it without. */
  sealedUrl?: Binary;
  bytes: number;
  account: string;
  /** For `maxAge`: the URL and the options it was read with. */
  fingerprint?: string;
  validators?: Validators;
  /** Of a crawl: by which pages with the same text are found. */
  contentHash?: string;
  /** Of a crawl: the position of the page that has the content, because this one leads there. */
  duplicateOf?: number;
  /** Until that page has settled: what this one has itself, in case the other one fails. */
  ownContent?: OwnContent;
  settledAt: Date;
  expiresAt: Date;
}

/** What a page costs in its job. */
export function creditsOf({ outcome, credits, isFree }: Pick<PageRecord, 'outcome' | 'credits' | 'isFree'>): number {
  if (outcome === 'failed' || isFree) return 0;
  return credits ?? 1;
}

/** What a record says about its own content. */
export type OwnContent = Pick<
  PageRecord,
  | 'json'
  | 'stored'
  | 'about'
  | 'bytes'
  | 'credits'
  | 'screenshot'
  | 'actionFiles'
  | 'fingerprint'
  | 'validators'
  | 'contentHash'
>;

export function ownContentOf(record: PageRecord): OwnContent {
  const { json, stored, about, bytes, credits, screenshot, actionFiles, fingerprint, validators, contentHash } = record;
  return {
    ...(json && { json }),
    ...(stored && { stored }),
    about,
    bytes,
    ...(credits !== undefined && { credits }),
    ...(screenshot !== undefined && { screenshot }),
    ...(actionFiles && { actionFiles }),
    ...(fingerprint && { fingerprint }),
    ...(validators && { validators }),
    ...(contentHash && { contentHash }),
  };
}

export function pageId(job: string, index: number): string {
  return `${job}:${index}`;
}

/** A summary is stored for every position of a repeated URL, so what the page says in it is short. */
const maxTitleBytes = 256;
const maxMessageBytes = 512;

export function summaryOf({ url, error, warning, metadata }: PageItem): PageSummary {
  const { title, statusCode, engine } = metadata;
  return {
    url,
    title: truncate(title, maxTitleBytes),
    statusCode,
    engine,
    error: truncate(error, maxMessageBytes),
    warning: truncate(warning, maxMessageBytes),
  };
}

/** Cut to that many bytes of UTF-8, between two characters. */
function truncate(text: string | undefined, maxBytes: number): string | undefined {
  if (text === undefined || Buffer.byteLength(text) <= maxBytes) return text;
  const ellipsis = '…';
  const { written } = new TextEncoder().encodeInto(text, Buffer.alloc(maxBytes - Buffer.byteLength(ellipsis)));
  return Buffer.from(text).subarray(0, written).toString() + ellipsis;
}
