import { beforeAll, describe, expect, it } from 'vitest';
import { newUser, type User } from '../../support/accounts.ts';
import { api, call } from '../../support/client.ts';
import { type DashboardClient, signInAs } from '../../support/dashboardClient.ts';
import { site } from '../../support/fixtureSite.ts';
import { withStorage } from '../../support/storage.ts';

describe('the requests of an account', () => {
  let user: User;
  let dashboard: DashboardClient;
  beforeAll(async () => {
    user = await newUser('unlimited');
    dashboard = await signInAs(user);
  });

  const send = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    call(path, { key: user.secretKey, body, headers });

  /** The newest request with that address or id. */
  async function logged(text: string) {
    // The page shows what was answered before it was asked for.
    await dashboard.get('/requests');
    const [request] = await withStorage(({ requests }) =>
      requests.ofAccount(user.id, { text }, { offset: 0, limit: 1 }),
    );
    if (!request) throw new Error(`no request for ${text} is logged`);
    return { ...request, body: (await withStorage(({ requests }) => requests.findOwn(request._id, user.id)))?.body };
  }

  it('are listed with what they cost, how long they took and who made them, on /v1 and /v2', async () => {
    await send('/v1/scrape', { url: site('/logged/one') }, { 'x-request-id': 'my-own-id' });
    await send('/v2/map', { url: site('/logged/two'), sitemap: 'skip' });
    const schema = { type: 'object', properties: { title: { type: 'string' } } };
    await send('/v1/extract', { url: site('/logged/three'), schema, evidence: true });
    await send('/v1/branding', { url: site('/logged/four'), fields: ['colors'] });
    const file = new FormData();
    file.set('file', new Blob(['<h1>Logged</h1><p>A file of mine.</p>'], { type: 'text/html' }), 'logged-five.html');
    const authorization = `Bearer ${user.secretKey}`;
    await fetch(`${api()}/v1/parse`, { method: 'POST', headers: { authorization }, body: file });
    await send('/v1/scrape', { url: 'http://10.0.0.1/' });

    expect(await logged('my-own-id')).toMatchObject({
      operation: 'scrape',
      path: '/v1/scrape',
      subject: site('/logged/one'),
      body: JSON.stringify({ url: site('/logged/one') }),
      status: 200,
      credits: 1,
      engine: 'http',
      ms: expect.any(Number),
    });
    expect(await logged('/logged/two')).toMatchObject({ operation: 'map', path: '/v2/map', credits: 1 });
    expect(await logged('/logged/three')).toMatchObject({ operation: 'extract', credits: 5, engine: 'http' });
    expect(await logged('/logged/four')).toMatchObject({ operation: 'branding', credits: 2, engine: 'browser' });
    expect(await logged('logged-five')).toMatchObject({ operation: 'parse', subject: 'logged-five.html', credits: 1 });
    expect(await logged('10.0.0.1')).toMatchObject({ status: 400, credits: 0, error: expect.stringMatching(/public/) });

    const { html } = await dashboard.get('/requests');
    for (const shown of ['/logged/one', '/logged/two', '/logged/three', '/logged/four', 'logged-five', 'Server'])
      expect(html).toContain(shown);
    const failed = (await dashboard.get('/requests?outcome=failed&operation=scrape')).html;
    expect(failed).toContain('10.0.0.1');
    expect(failed).not.toContain('/logged/one');
    expect((await dashboard.get('/requests?q=my-own-id')).html).toContain('/logged/one');
  });

  it('open with their result, the same call as code, and a link to the playground that has it filled in', async () => {
    for (const [text, shown] of [
      ['/logged/one', 'class="prose"'],
      ['/logged/two', '<strong>'],
      ['/logged/three', 'class="found"'],
      ['/logged/four', 'class="brand-sheet"'],
      ['logged-five', 'A file of mine.'],
      ['10.0.0.1', 'not a public address'],
    ] as const) {
      const { _id, requestId } = await logged(text);
      const { status, html } = await dashboard.get(`/requests/${_id}`);
      expect(status).toBe(200);
      for (const part of [shown, requestId, 'curl http', 'requests.post(']) expect(html).toContain(part);
    }
    const { html } = await dashboard.get(`/requests/${(await logged('/logged/three'))._id}`);
    const replay = /href="(\/playground\/extract\?[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const filled = (await dashboard.get(replay)).html;
    expect(filled).toContain(`value="${site('/logged/three')}"`);
    expect(filled).toMatch(/name="evidence"[^>]* checked/);
  });

  it('are on the home page too, which reads a page by itself, and says what failed', async () => {
    const fresh = await signInAs(await newUser('unlimited'));
    expect((await fresh.get('/')).html).toContain('First steps');
    const read = await fresh.submit('/', { url: site('/logged/home') });
    expect(read).toMatchObject({ status: 200, html: expect.stringContaining('class="prose"') });
    const refused = await fresh.submit('/', { url: 'http://10.0.0.1/' });
    expect(refused).toMatchObject({ status: 400, html: expect.stringContaining('not a public address') });
    const { html } = await fresh.get('/');
    for (const part of ['Recent activity', '/logged/home', 'Failures that want attention', 'class="sparkline"'])
      expect(html).toContain(part);
  });

  it('are logged from the playground too', async () => {
    const csrf = await dashboard.csrfToken();
    const headers = { 'content-type': 'application/json', 'x-csrf-token': csrf };
    const body = JSON.stringify({ url: site('/logged/played') });
    const { status } = await dashboard.request('/playground/scrape', { method: 'POST', headers, body });
    expect(status).toBe(200);
    expect(await logged('/logged/played')).toMatchObject({ path: '/v1/scrape', key: `dashboard:${user.id}` });
    expect((await dashboard.get('/requests')).html).toContain('Playground');
  });

  it('contain no secret of the caller', async () => {
    const withUser = site('/logged/secret').replace('://', '://someone:s3cretPassword@');
    await send('/v1/scrape', {
      url: withUser,
      headers: { authorization: 'Bearer s3cretHeader', cookie: 'sid=s3cretCookie' },
      cookies: { sid: 's3cretCookie' },
      actions: [{ type: 'write', text: 's3cretTyped' }],
      password: 's3cretField',
    });
    await send('/v1/scrape', '{"url": "https://u:s3cretBroken@example.com"');
    const request = await logged('/logged/secret');
    expect(request).toMatchObject({ subject: site('/logged/secret'), body: expect.stringContaining('"sid":"•••"') });
    const { html } = await dashboard.get(`/requests/${request._id}`);
    expect(html).not.toContain('s3cret');
    const all = await withStorage(({ requests }) => requests.ofAccount(user.id, {}, { offset: 0, limit: 1_000 }));
    expect(JSON.stringify([all, request])).not.toMatch(new RegExp(`s3cret|${user.secretKey}`));
  });

  it('are kept without a body that is too large', async () => {
    const prompt = 'x'.repeat(9_000);
    await send('/v1/extract', { url: site('/logged/large'), prompt });
    const request = await logged('/logged/large');
    expect(request.body).toBeUndefined();
    expect((await dashboard.get(`/requests/${request._id}`)).html).toContain('Its body is not kept');
  });

  it('are a 404 for every other account', async () => {
    const { _id } = await logged('/logged/one');
    const other = await signInAs(await newUser('unlimited'));
    expect((await other.get(`/requests/${_id}`)).status).toBe(404);
    expect((await other.get('/requests')).html).not.toContain('/logged/');
    expect((await other.get('/requests/nonsense')).status).toBe(404);
  });
});
