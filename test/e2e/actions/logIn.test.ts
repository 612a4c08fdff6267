import { createServer } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageItem } from '../../../contracts/results/page.ts';
import { createBatch, waitForJob } from '../../support/batches.ts';
import { call } from '../../support/client.ts';
import { type Listening, listenOnLoopback } from '../../support/loopback.ts';

const logInPage = `<!doctype html><title>Log in</title><h1>Log in</h1><form method="post" action="/log-in">
<input id="name" name="name"><input id="password" name="password" type="password"><button id="go">Log in</button></form>`;

const accountPage = `<!doctype html><title>Account</title><main><h1>Welcome, Ann</h1>
<p>Your balance is 42 lanterns, and the next delivery of lamp oil comes on Thursday.</p></main>`;

/** A site that shows an account to whoever has logged in. */
const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
  response.setHeader('content-type', 'text/html; charset=utf-8');
  if (pathname === '/log-in' && request.method === 'POST') {
    const form = new URLSearchParams(await readText(request));
    if (form.get('password') === 'open sesame') response.setHeader('set-cookie', 'session=ann; HttpOnly; Path=/');
    return void response.writeHead(303, { location: '/account' }).end();
  }
  if (pathname === '/account' && request.headers.cookie !== 'session=ann')
    return void response.writeHead(302, { location: '/log-in' }).end();
  response.end(pathname === '/account' ? accountPage : logInPage);
});

describe('a page behind a log-in', () => {
  let listening: Listening;
  beforeAll(async () => {
    listening = await listenOnLoopback(server);
  });
  afterAll(() => listening?.close());

  function scrape(path: string, options: object, version = '/v1') {
    return call<{ data: PageItem; error: string }>(`${version}/scrape`, {
      body: { url: listening.address + path, formats: ['markdown'], ...options },
    });
  }

  it.each(['/v1', '/v2'])('is read by logging in with actions, on %s', async (version) => {
    const actions = [
      { type: 'click', selector: '#name' },
      { type: 'write', text: 'ann' },
      { type: 'click', selector: '#password' },
      { type: 'write', text: 'open sesame' },
      { type: 'press', key: 'Enter' },
      { type: 'wait', selector: 'main h1' },
    ];
    const { body } = await scrape('/log-in', { actions }, version);
    expect(body.data).toMatchObject({
      markdown: expect.stringContaining('Welcome, Ann'),
      metadata: { url: `${listening.address}/account` },
    });
    // The next caller is not logged in.
    expect((await scrape('/account', { engine: 'browser' }, version)).body.data.metadata.title).toBe('Log in');
  });

  it.each(['http', 'browser'])('is read with the cookies of a session, with the engine %s', async (engine) => {
    const { body } = await scrape('/account', { engine, cookies: { session: 'ann' } });
    expect(body.data).toMatchObject({ markdown: expect.stringContaining('Welcome, Ann'), metadata: { engine } });
    expect((await scrape('/account', { engine })).body.data.metadata.title).toBe('Log in');
  });

  it('is read in batches and by extracts', async () => {
    const cookies = { session: 'ann' };
    const urls = [`${listening.address}/account?1`, `${listening.address}/account?2`];
    const { id } = await createBatch({ urls, cookies, formats: ['markdown'] });
    const job = await waitForJob(id);
    expect(job.data.map(({ markdown }) => markdown?.includes('Welcome, Ann'))).toEqual([true, true]);
    const schema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };
    const extracted = await call('/v1/extract', { body: { url: urls[0], schema, cookies } });
    expect(extracted).toMatchObject({
      status: 200,
      body: { data: { title: expect.stringMatching(/Welcome|Account/) } },
    });
  });

  it('is refused with cookies that cannot be sent', async () => {
    const refused = async (cookies: object, more: object = {}) => {
      const { status, body } = await scrape('/account', { cookies, ...more });
      return `${status} ${body.error}`;
    };
    expect(await refused({ a: 'b; Domain=other.example' })).toMatch(/^400 `cookies.a` contains characters/);
    expect(await refused({ 'a b': 'c' })).toMatch(/^400 `cookies`: "a b" is not a valid name/);
    expect(await refused({ a: 'b' }, { headers: { Cookie: 'c=d' } })).toMatch(/^400 `cookies`: there is a `Cookie`/);
    expect(await refused({ a: 'x'.repeat(4_000), b: 'x'.repeat(4_000) })).toMatch(/^400 `cookies` must have at most/);
  });
});
