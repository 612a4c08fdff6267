import type { Attributes, Tracing } from '../../runtime/tracing/tracing.ts';
import type { Fetcher } from './fetch.ts';
import type { Renderer } from './render.ts';

/** Each fetch as a step of the trace. Sites are told nothing of it: no header names our ids to strangers. */
export function tracingFetcher(fetcher: Fetcher, tracing: Tracing): Fetcher {
  return {
    fetch: (request) =>
      tracing.step(`fetch ${request.method ?? 'GET'}`, addressed(request.url), async (note) => {
        const fetched = await fetcher.fetch(request);
        note({ 'http.response.status_code': fetched.status, 'http.response.body.size': fetched.body.length });
        return fetched;
      }),
    close: () => fetcher.close(),
  };
}

/** Each page that Chromium shows as a step of the trace. */
export function tracingRenderer(renderer: Renderer, tracing: Tracing): Renderer {
  return {
    render: (request) =>
      tracing.step('render', addressed(request.url), async (note) => {
        const rendered = await renderer.render(request);
        note({ 'http.response.status_code': rendered.status });
        return rendered;
      }),
  };
}

/** Host and path; a query may hold what is nobody's business. */
function addressed(address: string): Attributes {
  if (!URL.canParse(address)) return {};
  const { hostname, pathname } = new URL(address);
  return { 'server.address': hostname, 'url.path': pathname };
}
