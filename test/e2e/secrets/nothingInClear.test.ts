import { createServer } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBatch, waitForJob } from '../../support/batches.ts';
import { call } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { type Listening, listenOnLoopback } from '../../support/loopback.ts';
import { freePort } from '../../support/processes.ts';
import { findSecrets } from '../../support/secretSearch.ts';
import { articlePage } from '../../support/site/pages.ts';

const secrets: string[] = [];

/** The pages that are read with cookies and actions alone, and where the actions lead. */
const openPaths = new Set(['/i', '/j', '/k', '/l', '/typed']);

/** A secret that no other place uses, so that a finding names the place. */
function secretFor(place: string): string {
  const secret = `s3cret${place.replaceAll(' ', '')}${Math.random().toString(36).slice(2, 12)}`;
  secrets.push(secret);
  return secret;
}

function authorizationFor(place: string) {
  return { authorization: `Bearer ${secretFor(`${place} authorization`)}` };
}

/** Without `Authorization`, which would take precedence over the user name and password in the URL. */
function headersFor(place: string) {
  return {
    cookie: `session=${secretFor(`${place} cookie`)}`,
    'x-api-key': secretFor(`${place} custom`),
  };
}

describe('a secret of a caller', () => {
  /** What the site and the webhook's receiver were sent. */
  const sent: string[] = [];
  const webhookBodies: string[] = [];
  /** Whether the page that fails at first works: not before the retry, because a lost worker's pages are read again. */
  let isMended = false;
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const basic = /^Basic (.*)$/.exec(request.headers.authorization ?? '')?.[1];
    sent.push(JSON.stringify(request.headers), Buffer.from(basic ?? '', 'base64').toString());
    if (pathname === '/hook') webhookBodies.push(await readText(request));
    const isFirstHook = pathname === '/hook' && webhookBodies.length === 1;
    if (isFirstHook || (pathname === '/fails-at-first' && !isMended)) response.statusCode = 500;
    if (pathname === '/missing') response.statusCode = 404;
    if (pathname === '/loop') response.writeHead(302, { location: '/loop' }).end();
    if (response.writableEnded) return;
    // Chromium sends user name and password only to a site that asks for them; with a window it would ask its user.
    if (request.headers.authorization === undefined && !openPaths.has(pathname))
      response.writeHead(401, { 'www-authenticate': 'Basic realm="test"' });
    else response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(articlePage(pathname));
  });
  let listening: Listening;
  beforeAll(async () => {
    listening = await listenOnLoopback(server);
  });
  afterAll(() => listening?.close());

  function urlWith(place: string, path: string, address = listening.address): string {
    const url = new URL(path, address);
    url.username = secretFor(`${place} user`);
    url.password = secretFor(`${place} password`);
    return url.href;
  }

  /** Has the page send the secret, so that it is seen to have been used. */
  function visiting(place: string) {
    const headers = JSON.stringify({ 'x-typed': secretFor(place) });
    return [{ type: 'executeJavascript', script: `fetch("/typed", { headers: ${headers} }).then(() => null)` }];
  }

  function plain(path: string): string {
    return new URL(path, listening.address).href;
  }

  it('is in no history, record, object or log after pages that worked, failed and were retried', async () => {
    const closed = `http://127.0.0.1:${await freePort()}`;
    const answers: unknown[] = [];
    const schema = { type: 'object', properties: { title: { type: 'string' } } };
    const calls: [string, object][] = [
      ['/v1/scrape', { url: urlWith('scrape', '/a'), headers: headersFor('scrape') }],
      [
        '/v1/scrape',
        { url: urlWith('browser', '/b'), headers: headersFor('browser'), formats: ['screenshot', 'html', 'links'] },
      ],
      ['/v1/scrape', { url: plain('/f'), headers: authorizationFor('scrape') }],
      ['/v1/scrape', { url: plain('/g'), headers: authorizationFor('browser'), engine: 'browser' }],
      ['/v1/scrape', { url: plain('/missing'), headers: authorizationFor('missing') }],
      ['/v1/scrape', { url: urlWith('missing', '/missing'), headers: headersFor('missing') }],
      ['/v1/scrape', { url: urlWith('missing in browser', '/missing'), engine: 'browser' }],
      ['/v1/scrape', { url: urlWith('loop', '/loop') }],
      ['/v1/scrape', { url: urlWith('unreachable', '/', closed), headers: headersFor('unreachable') }],
      ['/v1/scrape', { url: urlWith('blocked', '/', 'http://10.0.0.1') }],
      ['/v1/extract', { url: urlWith('extract', '/c'), schema, headers: headersFor('extract') }],
      ['/v1/extract', { url: urlWith('failing extract', '/missing'), schema, headers: headersFor('failing extract') }],
      ['/v1/extract', { url: plain('/h'), schema, headers: authorizationFor('extract') }],
      ['/v1/scrape', { url: plain('/i'), cookies: { sid: secretFor('scrape cookies') } }],
      [
        '/v1/scrape',
        { url: plain('/j'), cookies: { sid: secretFor('browser cookies') }, actions: visiting('scrape actions') },
      ],
      [
        '/v2/scrape',
        { url: plain('/k'), actions: [...visiting('failing actions'), { type: 'click', selector: '#no' }] },
      ],
      [
        '/v1/extract',
        {
          url: plain('/l'),
          schema,
          cookies: { sid: secretFor('extract cookies') },
          actions: visiting('extract actions'),
        },
      ],
      ['/v1/branding', { url: urlWith('branding', '/d') }],
      ['/v1/branding', { url: urlWith('failing branding', '/missing') }],
    ];
    for (const [path, body] of calls) answers.push((await call(path, { body })).body);

    const repeated = urlWith('batch', '/e');
    const { id } = await createBatch({
      urls: [repeated, urlWith('retried', '/fails-at-first'), repeated, urlWith('failed', '/', closed)],
      headers: { 'x-api-key': secretFor('batch custom') },
      cookies: { session: secretFor('batch cookies') },
      webhook: {
        url: urlWith('webhook', '/hook'),
        headers: { 'x-receiver': secretFor('webhook header') },
        metadata: { token: secretFor('webhook metadata') },
      },
    });
    expect(await waitForJob(id)).toMatchObject({ status: 'completed', completed: 2, failed: 2 });
    answers.push((await call(`/v1/batch/scrape/${id}/errors`)).body);
    isMended = true;
    answers.push((await call(`/v1/batch/scrape/${id}/retry`, { body: {} })).body);
    const job = await waitForJob(id);
    expect(job).toMatchObject({ completed: 3, failed: 1 });
    const shown = [plain('/e'), plain('/fails-at-first'), plain('/e'), `${closed}/`];
    expect(job.data.map(({ url }) => url)).toEqual(shown);
    expect(job.data.map(({ metadata }) => metadata.sourceURL)).toEqual(shown);
    answers.push(
      job,
      (await call(`/v1/batch/scrape/${id}/results.ndjson`)).body,
      (await call('/v1/batch/scrape')).body,
    );
    await eventually(
      'the end of the retried job was told',
      () => webhookBodies.filter((body) => body.includes('completed')).length > 1,
    );

    // Each place was really used: the site and the receiver got what the caller sent, after the retry too.
    const reaching = secrets.filter((secret) => !/unreachable|blocked|failedu|failedp|webhookmetadata/.test(secret));
    const received = sent.join('\n');
    expect(reaching.filter((secret) => !received.includes(secret))).toEqual([]);
    expect(webhookBodies.every((body) => body.includes('webhookmetadata'))).toBe(true);

    const told =
      JSON.stringify(answers) + webhookBodies.map((body) => body.replace(/"metadata":\{"token":.*/, '')).join('');
    expect(secrets.filter((secret) => told.includes(secret))).toEqual([]);
    expect(await findSecrets(secrets)).toEqual([]);
  });
});
