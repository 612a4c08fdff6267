/** Pages as an activity settles them. */
import type { PageItem } from '../../contracts/results/page.ts';
import { type CompressedText, decompress } from '../../storage/concatenableGzip.ts';
import type { SettledPage } from '../../storage/pageRecord.ts';

export function pageUrl(index: number): string {
  return `http://site.example/${index}`;
}

export function completedPage(index: number, item: Partial<PageItem> = {}): SettledPage {
  const url = pageUrl(index);
  const metadata = { sourceURL: url, title: `Page ${index}`, statusCode: 200, engine: 'http' as const };
  return { index, outcome: 'completed', item: { url, markdown: `The text of ${index}.`, metadata, ...item } };
}

export function failedPage(index: number, error = 'The site did not answer.'): SettledPage {
  const url = pageUrl(index);
  return { index, outcome: 'failed', item: { url, error, metadata: { sourceURL: url } } };
}

export async function itemOf(content: CompressedText): Promise<PageItem> {
  return JSON.parse(String(await decompress(content)));
}

export async function urlsOf(contents: readonly CompressedText[]): Promise<string[]> {
  return Promise.all(contents.map(async (content) => (await itemOf(content)).url));
}
