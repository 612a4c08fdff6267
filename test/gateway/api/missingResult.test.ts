import { createServer } from 'node:http';
import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlanOf } from '../../../gateway/accounts/plan.ts';
import { brandingRoute } from '../../../gateway/api/branding.ts';
import type { ApiDeps } from '../../../gateway/api/deps.ts';
import { answerErrors } from '../../../gateway/api/errors.ts';
import { extractRoute } from '../../../gateway/api/extract.ts';
import { openRequestReader } from '../../../gateway/api/requests/reader.ts';
import { createApiRouter } from '../../../gateway/api/router.ts';
import { scrapeRoute } from '../../../gateway/api/scrape.ts';
import { openWorkerCalls } from '../../../gateway/calls/calls.ts';
import type { Middleware, RequestState, RouteMatch } from '../../../gateway/http/context.ts';
import { requestId } from '../../../gateway/http/requestId.ts';
import { openFlows } from '../../../gateway/temporal/flows.ts';
import { openKeyring } from '../../../runtime/secrets/openKeyring.ts';
import { readSettings } from '../../../runtime/settings.ts';
import { noTracing } from '../../../runtime/tracing/tracing.ts';
import { openStorage } from '../../../storage/storage.ts';
import { testSecretsKeys } from '../../support/keyrings.ts';
import { type Listening, listenOnLoopback } from '../../support/loopback.ts';

/** Nothing listens on this port, and nothing connects to it: every call that the routes make is replaced. */
const unused = '127.0.0.1:9';

const asTestAccount: Middleware = (ctx, next) => {
  ctx.state.account = 'acc_test';
  ctx.state.key = 'key';
  return next();
};

describe('a page operation whose stored result is missing', () => {
  const settings = readSettings({
    MONGODB_URI: `mongodb://${unused}/test`,
    TEMPORAL_ADDRESS: unused,
    MINIO_ENDPOINT: `http://${unused}`,
    MINIO_ACCESS_KEY: 'key',
    MINIO_SECRET_KEY: 'secret',
    SECRETS_KEYS: testSecretsKeys,
  });
  const storage = openStorage(settings);
  const flows = openFlows(settings);
  const calls = openWorkerCalls({ workers: storage.workers, keyring: openKeyring(settings), tracing: noTracing });
  const requests = openRequestReader();
  const deps: ApiDeps = {
    settings,
    plans: {},
    requests,
    flows: { ...flows, run: async () => {} },
    calls: { ...calls, call: async () => ({}) as never },
    storage: {
      ...storage,
      scrapes: { ...storage.scrapes, resolve: async () => undefined },
      profiles: { ...storage.profiles, find: async () => undefined },
      answers: { ...storage.answers, open: async ({ id }) => ({ id }), text: async () => undefined },
    },
    planOf: createPlanOf(storage.accounts, {}),
    authenticate: asTestAccount,
    limitConcurrency: (_, next) => next(),
  };
  let server: Listening;
  beforeAll(async () => {
    const router = createApiRouter();
    for (const addRoute of [scrapeRoute, extractRoute, brandingRoute]) addRoute(router, deps);
    const app = new Koa<RequestState, RouteMatch>();
    app.use(requestId).use(answerErrors).use(router.routes());
    server = await listenOnLoopback(createServer(app.callback()));
  });
  afterAll(() => Promise.all([server?.close(), requests.close(), storage.close(), flows.close(), calls.close()]));

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
