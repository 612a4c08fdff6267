import { Failure } from '../../contracts/failures.ts';
import type { PageMetadata } from '../../contracts/results/page.ts';
import { type DocumentKind, documentKindOf } from '../documents/kind.ts';
import { readFile } from '../documents/read.ts';
import { withoutValues } from './attributes.ts';
import { kindOfBytes, kindOfText, mimeTypeOf } from './bodyKind.ts';
import { decodeBody } from './charset.ts';
import type { ConvertedPage, ConvertInput } from './conversion.ts';
import { convertHtml } from './convertHtml.ts';
import { readDocument } from './document.ts';
import { csvMarkdown } from './formats/csv.ts';
import { readFeed } from './formats/feed.ts';
import { codeMarkdown, jsonMarkdown, plainMarkdown, xmlMarkdown } from './formats/text.ts';
import { escapeText } from './tree/serialize.ts';
import { joinWarnings } from './warnings.ts';

/** The content of a body that is not HTML. */
interface TextContent {
  markdown: string;
  links?: string[];
  metadata?: Partial<PageMetadata>;
  warning?: string | undefined;
}

/** A body that is not HTML has no HTML of its own, so the `html` format is its text in a `<pre>`. */
function toPage(
  { formats, formatOptions }: ConvertInput['options'],
  source: string,
  { markdown, links = [], metadata = {}, warning }: TextContent,
): ConvertedPage {
  return {
    metadata,
    ...(formats.includes('markdown') ? { markdown } : {}),
    ...(formats.includes('html') ? { html: `<pre>${escapeText(source)}</pre>` } : {}),
    ...(formats.includes('rawHtml') ? { rawHtml: source } : {}),
    ...(formats.includes('links') ? { links } : {}),
    ...(formats.includes('images') ? { images: [] } : {}),
    ...(formatOptions?.attributes ? { attributes: withoutValues(formatOptions.attributes) } : {}),
    ...(warning ? { warning } : {}),
  };
}

function fromXml(text: string, { url, options }: ConvertInput): ConvertedPage {
  const feed = readFeed(text, url);
  if (!feed) return toPage(options, text, { markdown: xmlMarkdown(text) });
  const { markdown, links, ...metadata } = feed;
  return toPage(options, text, { markdown, links, metadata });
}

/** A document is read as a page without navigation around it. */
async function fromDocument(
  kind: DocumentKind,
  { body, url, options, ocrLanguages }: ConvertInput,
): Promise<ConvertedPage> {
  const { html, metadata, warning } = await readFile(kind, body, {
    url,
    parsers: options.parsers,
    languages: ocrLanguages,
  });
  const { renderReason, refreshTarget, ...page } = convertHtml(readDocument(html, url), {
    ...options,
    onlyMainContent: false,
  });
  return {
    ...page,
    metadata,
    ...(warning && { warning: joinWarnings(page.warning, warning) }),
  };
}

/** Converts a fetched body of any type to the formats that the options ask for. */
export async function convertPage(input: ConvertInput): Promise<ConvertedPage> {
  const { body, contentType, url, options } = input;
  const documentKind = documentKindOf(body);
  if (documentKind) return fromDocument(documentKind, input);
  const binaryKind = kindOfBytes(body, contentType);
  const text = binaryKind ? '' : decodeBody(body, contentType).text;
  const kind = binaryKind ?? kindOfText(text, contentType);
  switch (kind) {
    case 'html':
      return convertHtml(readDocument(text, url), options);
    case 'json':
      return toPage(options, text, { markdown: jsonMarkdown(text) });
    case 'xml':
      return fromXml(text, input);
    case 'csv':
      return toPage(options, text, csvMarkdown(text, mimeTypeOf(contentType)));
    case 'code':
      return toPage(options, text, { markdown: codeMarkdown(text, mimeTypeOf(contentType)) });
    case 'text':
      return toPage(options, text, { markdown: plainMarkdown(text) });
    default:
      throw new Failure('PageNotText', `The page is ${kind.binary}, which has no text to read.`);
  }
}
