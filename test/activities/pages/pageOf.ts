import type { ConvertedPage, ConvertInput } from '../../../activities/pages/conversion.ts';
import { convertPage } from '../../../activities/pages/convert.ts';

interface PageSettings {
  url?: string;
  contentType?: string | undefined;
  options?: Partial<ConvertInput['options']>;
}

/** Converts a body to all text formats, main content only. */
export function pageOf(
  body: string | Buffer,
  { url = 'https://example.com/news/story', contentType = 'text/html', options = {} }: PageSettings = {},
): Promise<ConvertedPage> {
  return convertPage({
    body: Buffer.from(body),
    contentType,
    url,
    options: { formats: ['markdown', 'html', 'links', 'rawHtml'], onlyMainContent: true, ...options },
  });
}

/** The whole page as markdown. */
export async function markdownOf(html: string): Promise<string> {
  return (await pageOf(html, { options: { formats: ['markdown'], onlyMainContent: false } })).markdown ?? '';
}

const sentence =
  'The council met on Tuesday evening, and after a long debate it agreed to rebuild the old bridge over the river. ';

/** Paragraphs of prose, each a little different. */
export function prose(paragraphs: number, about = 'bridge'): string {
  return Array.from(
    { length: paragraphs },
    (_, n) => `<p>Paragraph ${n} about the ${about}. ${sentence.repeat(2)}</p>`,
  ).join('\n');
}
