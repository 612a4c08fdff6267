import { createServer } from 'node:http';
import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brandingRoute } from '../../../gateway/api/branding.ts';
import type { ApiDeps } from '../../../gateway/api/deps.ts';
import { answerErrors } from '../../../gateway/api/errors.ts';
import { extractRoute } from '../../../gateway/api/extract.ts';
import { createApiRouter } from '../../../gateway/api/router.ts';
import { scrapeRoute } from '../../../gateway/api/scrape.ts';
import type { RequestState, RouteMatch } from '../../../gateway/http/context.ts';
import { requestId } from '../../../gateway/http/requestId.ts';
import { type Listening, listenOnLoopback } from '../../support/loopback.ts';
import { openDisconnectedApi } from './disconnectedApi.ts';

describe('a page operation whose stored result is missing', () => {
  const api = openDisconnectedApi();
  const { storage, flows, calls } = api.deps;
  const deps: ApiDeps = {
    ...api.deps,
    flows: { ...flows, run: async () => undefined },
    calls: { ...calls, call: async () => ({}) as never },
    storage: {
      ...storage,
      scrapes: { ...storage.scrapes, resolve: async () => undefined },
      profiles: { ...storage.profiles, find: async () => undefined },
      answers: { ...storage.answers, open: async ({ id }) => ({ id }), text: async () => undefined },
    },
  };
  let server: Listening;
  beforeAll(async () => {
    const router = createApiRouter();
    for (const addRoute of [scrapeRoute, extractRoute, brandingRoute]) addRoute(router, deps);
    const app = new Koa<RequestState, RouteMatch>();
    app.use(requestId).use(answerErrors).use(router.routes());
    server = await listenOnLoopback(createServer(app.callback()));
  });
  afterAll(() => Promise.all([server?.close(), api.close()]));

  it.each([
    ['scrape', {}],
    ['extract', { prompt: 'What is this page about?' }],
    ['branding', {}],
  ])('answers 500 with a sentence from /v1/%s instead of an empty success', async (operation, options) => {
    const answer = await fetch(`${server.address}/v1/${operation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: 'https://example.com/', ...options }),
    });
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({
      error: `Something went wrong on our side. Please quote request ${answer.headers.get('x-request-id')}.`,
    });
  });
});
