import { request } from 'undici';
import { Failure } from '../../contracts/failures.ts';
import { isRecord } from '../../contracts/json/isRecord.ts';
import type { SearchSource } from '../../contracts/requests/search.ts';
import type { SearchResult, SearchWork } from '../../contracts/work/search.ts';

/** What SearXNG calls the sources. */
const categories: Readonly<Record<SearchSource, string>> = { web: 'general', news: 'news', images: 'images' };
const maxAnswerBytes = 5 * 1024 * 1024;
const maxTextLength = 2_000;

export type SearchWeb = (work: SearchWork, signal: AbortSignal) => Promise<SearchResult[]>;

/** Asks a SearXNG server. The operator chooses it, not a caller, so it is called directly and not through the address guard. */
export function createSearchWeb(server: string | undefined): SearchWeb {
  return async ({ query, source, limit, timeRange, timeoutMs }, signal) => {
    if (server === undefined) throw new Failure('NotSupported', 'There is no search engine behind this server.');
    const url = new URL('search', server.endsWith('/') ? server : `${server}/`);
    url.search = new URLSearchParams({
      q: query,
      format: 'json',
      categories: categories[source],
      ...(timeRange && { time_range: timeRange }),
    }).toString();
    const answer = await ask(url, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])).catch((error: unknown) => {
      signal.throwIfAborted();
      if (error instanceof Failure) throw error;
      throw new Failure('DependencyDown', 'The search engine does not answer; please try again.', { cause: error });
    });
    const found = isRecord(answer) && Array.isArray(answer['results']) ? answer['results'] : [];
    return found
      .filter(isRecord)
      .filter(({ url: each }) => typeof each === 'string' && /^https?:\/\//.test(each))
      .slice(0, limit)
      .map((result, at) => resultOf(source, result, at + 1));
  };
}

async function ask(url: URL, signal: AbortSignal): Promise<unknown> {
  const { statusCode, body } = await request(url, { signal, headers: { accept: 'application/json' } });
  if (statusCode === 403) {
    await body.dump();
    throw new Failure(
      'ModelMisconfigured',
      'The search engine refuses to answer in JSON: `search.formats` in its settings must have it.',
    );
  }
  if (statusCode !== 200) {
    await body.dump();
    throw new Failure('DependencyDown', `The search engine answered ${statusCode}; please try again.`);
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) throw new Failure('DependencyDown', 'The search engine answered with too much.');
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString());
}

function resultOf(source: SearchSource, result: Record<string, unknown>, position: number): SearchResult {
  const text = (name: string) => (typeof result[name] === 'string' ? result[name].slice(0, maxTextLength) : '');
  const common = { url: text('url'), title: text('title'), position };
  const date = text('publishedDate');
  if (source === 'news') return { ...common, snippet: text('content'), ...(date && { date }) };
  if (source === 'images') return { ...common, imageUrl: text('img_src') };
  return { ...common, description: text('content') };
}
