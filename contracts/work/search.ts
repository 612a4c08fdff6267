import type { SearchRequest, SearchSource } from '../requests/search.ts';
import type { WorkContext } from './context.ts';

/** The input of `searchWeb`. */
export interface SearchWork extends WorkContext, Pick<SearchRequest, 'query' | 'limit' | 'timeRange'> {
  readonly source: SearchSource;
  readonly timeoutMs: number;
}

/** A result in the words of clients: pages have a description, news a snippet, pictures their own address. */
export interface SearchResult {
  url: string;
  title: string;
  position: number;
  description?: string;
  snippet?: string;
  date?: string;
  imageUrl?: string;
}
