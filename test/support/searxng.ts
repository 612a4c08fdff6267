/** A server that answers searches as SearXNG does, with results that the test chooses. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SearxngResult {
  url: string;
  title: string;
  content?: string;
  publishedDate?: string;
  img_src?: string;
}

export interface Searxng {
  address: string;
  /** The searches so far. */
  searches: URLSearchParams[];
  /** Results by category; a status in their place. */
  results: Record<string, readonly SearxngResult[] | number>;
  close(): Promise<void>;
}

export async function startSearxng(): Promise<Searxng> {
  const searches: URLSearchParams[] = [];
  const results: Searxng['results'] = {};
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://searxng.test');
    searches.push(searchParams);
    const found = results[searchParams.get('categories') ?? ''] ?? [];
    const status = typeof found === 'number' ? found : pathname === '/search' ? 200 : 404;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ query: searchParams.get('q'), results: found, suggestions: [] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    searches,
    results,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
