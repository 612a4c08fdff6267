import type { DataQuestion } from '../../contracts/requests/formats.ts';
import type { Extracted, Extractor } from '../extract/extractor.ts';
import type { FormatSource } from './derivedFormat.ts';

/** The data that a format asks for, of a page that was read as markdown and raw HTML. */
export function extractFrom(
  { item, signal }: Pick<FormatSource, 'item' | 'signal'>,
  { schema, prompt }: DataQuestion,
  extract: Extractor,
): Promise<Extracted> {
  const page = { url: item.metadata.url ?? item.url, html: item.rawHtml ?? '', markdown: item.markdown ?? '' };
  const question = {
    ...(schema !== undefined && { schema: JSON.parse(schema) }),
    ...(prompt !== undefined && { prompt }),
  };
  return extract(page, question, signal);
}
