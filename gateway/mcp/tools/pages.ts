import type { Page } from '../../../client/index.ts';
import { validator } from '../../api/requests/validate.ts';
import { defineTool, inputSchemaOf, textResult } from '../tool.ts';
import { cutToBudget, untrusted } from '../untrusted.ts';
import * as shared from './arguments.ts';

/** A text that was cut is read again from what is stored, so that the parts fit together. */
const continuationMaxAgeMs = 60 * 60_000;

/** The content of a page as a model should see it, cut to a budget. */
export function pageText(page: Page, { offset = 0, maxTokens }: { offset?: number; maxTokens?: number | undefined }) {
  const { url, markdown = '', error, warning, metadata } = page;
  const head = [metadata.title && `# ${metadata.title}`, metadata.description].filter(Boolean).join('\n');
  const content = error ?? `${head}\n\n${markdown}`.trim();
  const { text, nextOffset } = cutToBudget(content, { offset, ...(maxTokens && { tokens: maxTokens }) });
  return { text: untrusted(url, warning ? `${text}\n\n(${warning})` : text), nextOffset, length: content.length };
}

interface ScrapeArguments {
  url: string;
  onlyMainContent?: boolean;
  waitFor?: number;
  engine?: 'auto' | 'http' | 'browser';
  maxTokens?: number;
  offset?: number;
}

const scrapeProperties = {
  url: shared.url,
  onlyMainContent: { type: 'boolean', description: 'Leave out navigation and footers; default true.' },
  waitFor: { type: 'integer', minimum: 0, maximum: 60_000, description: 'Milliseconds to wait for scripts.' },
  engine: { enum: ['auto', 'http', 'browser'], description: 'browser renders the page; auto does if needed.' },
  maxTokens: shared.tokens,
  offset: shared.offset,
};

export const scrape = defineTool<ScrapeArguments>({
  name: 'scrape',
  title: 'Read a page',
  description:
    'Reads one web page (also a PDF) and returns its text as markdown. Use it when you know the URL. Costs 1 credit.',
  properties: scrapeProperties,
  required: ['url'],
  check: validator<ScrapeArguments>(inputSchemaOf(scrapeProperties, ['url'])),
  async run({ url, maxTokens, offset = 0, ...options }, { client, signal }) {
    const cached = offset > 0 ? { maxAge: continuationMaxAgeMs } : {};
    const page = await client.scrape(url, { ...options, ...cached, formats: ['markdown'], signal });
    const { text, nextOffset, length } = pageText(page, { offset, maxTokens });
    const rest = `Cut at ${nextOffset} of ${length} characters; call scrape with offset ${nextOffset} for more.`;
    return nextOffset === undefined ? textResult(text) : textResult(text, rest);
  },
});

interface MapArguments {
  url: string;
  search?: string;
  limit?: number;
}

const mapProperties = {
  url: shared.url,
  search: { type: 'string', maxLength: 500, description: 'Pages with these words come first.' },
  limit: { type: 'integer', minimum: 1, maximum: 5_000, description: 'The most links to list; default 200.' },
};

const defaultLinks = 200;

export const map = defineTool<MapArguments>({
  name: 'map',
  title: 'List the pages of a site',
  description:
    'Lists the addresses of a site’s pages without reading them. Use it to find the right page, then scrape it. Costs 1 credit.',
  properties: mapProperties,
  required: ['url'],
  check: validator<MapArguments>(inputSchemaOf(mapProperties, ['url'])),
  async run({ url, limit = defaultLinks, ...options }, { client, signal }) {
    const { pages, warning } = await client.map(url, { ...options, limit, signal });
    const lines = pages.map((page) => (page.title ? `${page.url}  ${page.title}` : page.url));
    const { text, nextOffset } = cutToBudget(lines.join('\n'), {});
    const notes = [
      ...(warning ? [warning] : []),
      ...(nextOffset === undefined ? [] : ['The list was cut; narrow it with search.']),
      ...(pages.length === limit ? [`There may be more than ${limit}; raise limit or narrow it with search.`] : []),
    ];
    return textResult(untrusted(url, text), ...notes);
  },
});
