import { createServer } from 'node:http';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serviceIndex } from '../../../gateway/http/serviceIndex.ts';
import { createAdmit } from '../../../gateway/images/admission.ts';
import { imageAnswer } from '../../../gateway/images/answer.ts';
import { createImageApi } from '../../../gateway/images/app.ts';
import { createFindKey } from '../../../gateway/images/keys.ts';
import { createRequestParser } from '../../../gateway/images/request.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { readSettings } from '../../../runtime/settings.ts';
import { noTracing } from '../../../runtime/tracing/tracing.ts';
import type { Key } from '../../../storage/keys.ts';
import { type Listening, listenOnLoopback } from '../../support/loopback.ts';

const token = 'pk_0123456789abcdef0123';
const key = { _id: 'key', account: 'acc_test', kind: 'publishable', origins: ['example.com'] } as unknown as Key;
const answer = imageAnswer('site', Buffer.from('a picture'), 'image/png', 60);

let server: Listening;
beforeAll(async () => {
  const listener = createImageApi({
    index: serviceIndex(readSettings({})),
    isEdge: () => false,
    parser: createRequestParser(),
    names: { find: async () => [] },
    imageUrl: 'http://images.example',
    admit: createAdmit(createFindKey({ find: async (text) => (text === token ? key : null) })),
    counter: { count: () => undefined, countAll: () => undefined, written: async () => {}, close: async () => {} },
    images: { cached: () => answer, find: async () => ({ answer, cache: 'HIT', origin: 'memory' }) },
    lastUse: () => {},
    lastAsked: { note: () => {}, close: async () => {} },
    metrics: { requestStarted: () => () => {}, imageAnswered: () => {}, imagesCounted: () => () => {} },
    tracing: noTracing,
    log: pino({ enabled: false }),
  });
  server = await listenOnLoopback(createServer(listener));
});
afterAll(() => server.close());

it('says at its root where everything is, to anybody', async () => {
  const response = await fetch(`${server.address}/`);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    name: 'Sightread',
    version: manifest.version,
    docs: 'http://localhost:3000/docs',
    openapi: 'http://localhost:3000/v1/openapi.json',
    health: 'http://localhost:3000/healthz',
  });
});

describe('a request for an image that is refused', () => {
  it.each([
    ['GET', '/github.com', 401, 'Invalid key: send a publishable key with ?token=pk_…'],
    ['GET', '/github.com?token=', 401, 'Invalid key: send a publishable key with ?token=pk_…'],
    [
      'GET',
      '/github.com?token=sr_0123456789abcdef0123',
      401,
      'Invalid key: this is a secret key (sr_…), which must not be in a URL; send a publishable key with ?token=pk_…',
    ],
    ['GET', '/github.com?token=0123456789abcdef', 401, 'Invalid key: a publishable key begins with pk_'],
    ['GET', '/github.com?token=pk_', 401, 'Invalid key'],
    ['GET', `/github.com?token=${token}0`, 401, 'Invalid key'],
    ['POST', `/github.com?token=${token}`, 405, 'Images answer GET, HEAD and OPTIONS, not POST.'],
    ['GET', `/?token=${token}`, 400, 'The domain is empty: give one, such as example.com.'],
    ['GET', `/127.0.0.1?token=${token}`, 400, 'An IP address has no icon: give a domain name.'],
    ['GET', `/github?token=${token}`, 400, '"github" has no dot: give a whole domain.'],
    ['GET', `/${'a'.repeat(2_049)}?token=${token}`, 400, 'The domain is longer than 2,048 characters.'],
  ])('%s %s is answered with %i and what to do', async (method, path, status, text) => {
    const refused = await fetch(server.address + path, { method, headers: { origin: 'https://example.com' } });
    expect({ status: refused.status, text: await refused.text() }).toEqual({ status, text });
    expect(refused.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(refused.headers.get('cache-control')).toBe('no-store');
  });

  it('is not one whose key and origin are right', async () => {
    const path = `/github.com?token=${token}`;
    expect((await fetch(server.address + path, { headers: { origin: 'https://example.com' } })).status).toBe(200);
    const other = await fetch(server.address + path, { headers: { origin: 'https://other.com' } });
    expect({ status: other.status, text: await other.text() }).toEqual({ status: 401, text: 'Origin not allowed' });
  });
});
