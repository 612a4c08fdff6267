import { parseUrl } from '../../contracts/parseUrl.ts';
import type { Attributes, Tracing } from '../../runtime/tracing/tracing.ts';
import type { BrowserRenderer } from './browserRenderer.ts';
import type { Fetcher } from './fetch.ts';

/** Records a span for each fetch. No trace header is sent, so that sites do not learn our ids. */
export function withFetchTracing(fetcher: Fetcher, tracing: Tracing): Fetcher {
  return {
    fetch: (request) =>
      tracing.step(`fetch ${request.method ?? 'GET'}`, urlAttributes(request.url), async (note) => {
        const result = await fetcher.fetch(request);
        note({ 'http.response.status_code': result.status, 'http.response.body.size': result.body.length });
        return result;
      }),
    close: () => fetcher.close(),
  };
}

/** Records a span for each page that Chromium renders. */
export function withRenderTracing(renderer: BrowserRenderer, tracing: Tracing): BrowserRenderer {
  return {
    render: (request) =>
      tracing.step('render', urlAttributes(request.url), async (note) => {
        const result = await renderer.render(request);
        note({ 'http.response.status_code': result.status });
        return result;
      }),
  };
}

/** Omits the query, which may contain secrets. */
function urlAttributes(url: string): Attributes {
  const parsed = parseUrl(url);
  if (!parsed) return {};
  const { hostname, pathname } = parsed;
  return { 'server.address': hostname, 'url.path': pathname };
}
