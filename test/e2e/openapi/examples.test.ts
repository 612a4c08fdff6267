import { expect, it } from 'vitest';
import { newAccount } from '../../support/accounts.ts';
import { call } from '../../support/client.ts';
import { site } from '../../support/fixtureSite.ts';

interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, { example?: object }> };
}

interface Example {
  path: string;
  method: string;
  operationId: string;
  body: object;
}

/** They need what a deployment may not have: a search engine, and an id that exists. */
function needsMore(path: string): boolean {
  return path === '/v2/search' || path.includes('{');
}

/** The examples name a site on the internet, in whose place the tests have one of their own. */
function withOwnSite(example: object): object {
  return JSON.parse(JSON.stringify(example).replaceAll('https://example.com/', site('/article')));
}

async function examples(): Promise<Example[]> {
  const { body } = await call<{ paths: Record<string, Record<string, Operation>> }>('/v1/openapi.json', { key: null });
  return Object.entries(body.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { operationId, requestBody }]) => {
      const example = requestBody?.content['application/json']?.example;
      return example && !needsMore(path) ? [{ path, method, operationId, body: withOwnSite(example) }] : [];
    }),
  );
}

it('every example of the reference succeeds when it is executed', async () => {
  const { key } = await newAccount();
  const all = await examples();
  expect(all.length).toBeGreaterThanOrEqual(12);
  for (const { path, method, operationId, body } of all) {
    const answer = await call<object>(path, { key, method: method.toUpperCase(), body });
    expect(answer, operationId).toMatchObject({ status: 200 });
  }
});
