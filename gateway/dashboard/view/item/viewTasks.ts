/** Runs on the threads of the item viewer: pages of other people's sites can be huge, and made to be slow to render. */
import { gunzipSync } from 'node:zlib';
import { parseUrl } from '../../../../contracts/parseUrl.ts';
import type { PageItem } from '../../../../contracts/results/page.ts';
import { type Excerpt, excerptOf } from '../excerpt.ts';
import { type AnswerView, answerViewOf } from './answerView.ts';
import { markdownHtml } from './markdownHtml.ts';

const maxLinks = 500;

/** As much of a scraped page as its view shows. */
export interface ItemView {
  url: string;
  title: string;
  error?: string;
  warning?: string;
  markdown?: Excerpt;
  html?: Excerpt;
  links?: { first: string[]; total: number };
  /** Its path on this server. */
  screenshot?: string;
  metadata: [name: string, value: string][];
  json: Excerpt;
}

/** What to show of an item as it is stored. */
export function viewItem(compressed: Uint8Array): ItemView {
  const item = itemIn(compressed);
  const { url, markdown, html, links, screenshot, metadata, warning, error } = item;
  return {
    url,
    title: metadata.title ?? url,
    ...(error !== undefined && { error }),
    ...(warning !== undefined && { warning }),
    ...(markdown !== undefined && { markdown: excerptOf(markdown) }),
    ...(html !== undefined && { html: excerptOf(html) }),
    ...(links !== undefined && { links: { first: links.slice(0, maxLinks), total: links.length } }),
    ...(screenshot !== undefined && parseUrl(screenshot) && { screenshot: pathOf(screenshot) }),
    metadata: Object.entries(metadata).map(([name, value]) => [name, String(value)]),
    json: indented(item),
  };
}

/** The item's markdown as HTML; undefined if it has none. */
export function renderMarkdown(compressed: Uint8Array): string | undefined {
  const { markdown } = itemIn(compressed);
  return markdown === undefined ? undefined : markdownHtml(markdown);
}

/** The dashboard may be open under another name of this server than its files have. */
function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}

function itemIn(compressed: Uint8Array): PageItem {
  return JSON.parse(String(gunzipSync(compressed)));
}

/** What to show of an extraction's answer, and of the page that it was worked out from. */
export function viewAnswer({ json, page }: AnswerInput): AnswerView {
  return answerViewOf(json, page && itemIn(page));
}

export interface AnswerInput {
  json: string;
  page?: Uint8Array | undefined;
}

function indented(value: unknown): Excerpt {
  return excerptOf(JSON.stringify(value, undefined, 2) ?? '');
}
