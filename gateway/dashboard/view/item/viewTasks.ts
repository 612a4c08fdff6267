/** Runs on the threads of the item viewer: pages of other people's sites can be huge, and made to be slow to render. */
import { gunzipSync } from 'node:zlib';
import type { PageItem } from '../../../../contracts/results/page.ts';
import { type Excerpt, excerptOf } from '../excerpt.ts';
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
  metadata: [name: string, value: string][];
  json: Excerpt;
}

/** What to show of an item as it is stored. */
export function viewItem(compressed: Uint8Array): ItemView {
  const item = itemIn(compressed);
  const { url, markdown, html, links, metadata, warning, error } = item;
  return {
    url,
    title: metadata.title ?? url,
    ...(error !== undefined && { error }),
    ...(warning !== undefined && { warning }),
    ...(markdown !== undefined && { markdown: excerptOf(markdown) }),
    ...(html !== undefined && { html: excerptOf(html) }),
    ...(links !== undefined && { links: { first: links.slice(0, maxLinks), total: links.length } }),
    metadata: Object.entries(metadata).map(([name, value]) => [name, String(value)]),
    json: indented(item),
  };
}

/** The item's markdown as HTML; undefined if it has none. */
export function renderMarkdown(compressed: Uint8Array): string | undefined {
  const { markdown } = itemIn(compressed);
  return markdown === undefined ? undefined : markdownHtml(markdown);
}

function itemIn(compressed: Uint8Array): PageItem {
  return JSON.parse(String(gunzipSync(compressed)));
}

/** As much of an extract's answer as its view shows. */
export interface AnswerView {
  data: Excerpt;
  warning?: string;
  evidence?: Excerpt;
}

export function viewAnswer(json: string): AnswerView {
  const { data, warning, evidence }: { data: unknown; warning?: string; evidence?: unknown } = JSON.parse(json);
  return {
    data: indented(data),
    ...(warning !== undefined && { warning }),
    ...(evidence !== undefined && { evidence: indented(evidence) }),
  };
}

function indented(value: unknown): Excerpt {
  return excerptOf(JSON.stringify(value, undefined, 2) ?? '');
}
