import { Failure } from '../../contracts/failures.ts';
import type { PageMetadata } from '../../contracts/results/page.ts';
import { decodeBody } from './charset.ts';
import type { ConvertedPage, ConvertInput } from './converted.ts';
import { convertHtml } from './convertHtml.ts';
import { readDocument } from './document.ts';
import { csvMarkdown } from './formats/csv.ts';
import { readFeed } from './formats/feed.ts';
import { readPdf } from './formats/pdf.ts';
import { codeMarkdown, jsonMarkdown, plainMarkdown, xmlMarkdown } from './formats/text.ts';
import { kindOfBytes, kindOfText, mimeOf } from './kind.ts';

interface Written {
  markdown: string;
  links?: string[];
  metadata?: Partial<PageMetadata>;
  warning?: string | undefined;
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** What is not HTML has no HTML of its own: its text stands for it. */
function asPage(
  { formats }: ConvertInput['options'],
  source: string,
  { markdown, links = [], metadata = {}, warning }: Written,
): ConvertedPage {
  return {
    metadata,
    ...(formats.includes('markdown') ? { markdown } : {}),
    ...(formats.includes('html') ? { html: `<pre>${escapeHtml(source)}</pre>` } : {}),
    ...(formats.includes('rawHtml') ? { rawHtml: source } : {}),
    ...(formats.includes('links') ? { links } : {}),
    ...(warning ? { warning } : {}),
  };
}

async function fromPdf({ body, options }: ConvertInput): Promise<ConvertedPage> {
  const { markdown, title, author, warning } = await readPdf(body);
  return asPage(options, markdown, {
    markdown,
    warning,
    metadata: { ...(title ? { title } : {}), ...(author ? { author } : {}) },
  });
}

function fromXml(text: string, { url, options }: ConvertInput): ConvertedPage {
  const feed = readFeed(text, url);
  if (!feed) return asPage(options, text, { markdown: xmlMarkdown(text) });
  const { markdown, links, ...metadata } = feed;
  return asPage(options, text, { markdown, links, metadata });
}

/** A fetched body as a page's content, in the formats asked for. */
export async function convertPage(input: ConvertInput): Promise<ConvertedPage> {
  const { body, contentType, url, options } = input;
  const certain = kindOfBytes(body, contentType);
  const text = certain ? '' : decodeBody(body, contentType).text;
  const kind = certain ?? kindOfText(text, contentType);
  switch (kind) {
    case 'html':
      return convertHtml(readDocument(text, url), options);
    case 'pdf':
      return fromPdf(input);
    case 'json':
      return asPage(options, text, { markdown: jsonMarkdown(text) });
    case 'xml':
      return fromXml(text, input);
    case 'csv':
      return asPage(options, text, csvMarkdown(text, mimeOf(contentType)));
    case 'code':
      return asPage(options, text, { markdown: codeMarkdown(text, mimeOf(contentType)) });
    case 'text':
      return asPage(options, text, { markdown: plainMarkdown(text) });
    default:
      throw new Failure('PageNotText', `The page is ${kind.binary}, which has no text to read.`);
  }
}
