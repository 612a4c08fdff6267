import { createServer } from 'node:http';
import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthentication, createKeyLookup } from '../../../gateway/api/auth.ts';
import { answerErrors } from '../../../gateway/api/errors.ts';
import { operationRoutes } from '../../../gateway/api/operations.ts';
import { createApiRouter } from '../../../gateway/api/router.ts';
import { v2Routes } from '../../../gateway/api/v2/routes.ts';
import type { RequestState, RouteMatch } from '../../../gateway/http/context.ts';
import { requestId } from '../../../gateway/http/requestId.ts';
import type { Key } from '../../../storage/keys.ts';
import { type Listening, listenOnLoopback } from '../../support/loopback.ts';
import { openDisconnectedApi } from './disconnectedApi.ts';

const url = 'https://example.com/';
const urls = [url];
/** In a body that a thread decodes, and in which network packets end within characters. */
const longList = Array.from({ length: 9_000 }, (_, at) => `${url}größe-€-${at}`);
const key = 'sr_0123456789abcdef0123';
const formatNames =
  'markdown, html, rawHtml, links, images, summary, branding, json, attributes, changeTracking, screenshot';
const dataFormat = '{"type": "json", "schema": …, "prompt": …}';

const api = openDisconnectedApi();
let server: Listening;
beforeAll(async () => {
  const { keys } = api.deps.storage;
  const known = { _id: 'key', account: 'acc_test', kind: 'secret' } as Key;
  const findKey = createKeyLookup({ ...keys, find: async (text) => (text === key ? known : null) }, () => {});
  const authenticate = createAuthentication(findKey);
  const deps = { ...api.deps, authenticate, identify: authenticate };
  const router = createApiRouter();
  operationRoutes(router, deps);
  v2Routes(router, deps);
  const app = new Koa<RequestState, RouteMatch>();
  app.use(requestId).use(answerErrors).use(router.routes()).use(router.unmatched);
  server = await listenOnLoopback(createServer(app.callback()));
});
afterAll(() => Promise.all([server.close(), api.close()]));

async function ask(path: string, body: unknown, { method = 'POST', headers = {} } = {}) {
  const answer = await fetch(server.address + path, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...headers },
    ...(method !== 'GET' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

describe('a request with a mistake in its body', () => {
  it.each([
    // The body as a whole.
    ['/v1/scrape', 'The body is empty: send a JSON object.', ''],
    ['/v1/scrape', 'The body must be an object, not a list.', []],
    ['/v1/scrape', 'The body must be an object, not a string.', '"{}"'],
    ['/v1/scrape', 'The body is not valid JSON: Unexpected end of JSON input.', '{"url":'],
    ['/v1/scrape', '`url` must be a string, not 7.', '\uFEFF{"url":7}'],
    ['/v1/batch/scrape', '`urls[9000]` must be a string, not 7.', { urls: [...longList, 7] }],
    [
      '/v1/batch/scrape',
      '`urls[9000]` must be a string, not 7.',
      `\uFEFF${JSON.stringify({ urls: [...longList, 7] })}`,
    ],

    // The address.
    ['/v1/scrape', '`url` is required.', {}],
    ['/v1/scrape', '`url` must be a string, not 7.', { url: 7 }],
    ['/v1/scrape', '`url` must not be empty.', { url: '' }],
    ['/v1/scrape', '`url` must have at most 8,192 characters.', { url: 'x'.repeat(8_193) }],
    ['/v1/scrape', '`url`: "example.com" is not a URL: did you mean https://example.com?', { url: 'example.com' }],
    [
      '/v1/map',
      '`url`: "www.example.com/a" is not a URL: did you mean https://www.example.com/a?',
      { url: 'www.example.com/a' },
    ],
    [
      '/v1/scrape',
      '`url`: "example.com:8080" is not a URL: did you mean https://example.com:8080?',
      { url: 'example.com:8080' },
    ],
    [
      '/v1/crawl',
      '`url`: "https//example.com" is not a URL: did you mean https://example.com?',
      { url: 'https//example.com' },
    ],
    ['/v1/branding', '`url`: "lighthouse" is not a URL: one begins with https:// or http://.', { url: 'lighthouse' }],
    ['/v1/scrape', '`url`: ftp: URLs cannot be read, only those of http and https.', { url: 'ftp://example.com/' }],
    ['/v1/scrape', '`url`: 10.0.0.1 is not a public address.', { url: 'http://10.0.0.1/' }],
    [
      '/v1/batch/scrape',
      '`urls[1]`: "example.org" is not a URL: did you mean https://example.org?',
      { urls: [url, 'example.org'] },
    ],
    ['/v1/batch/scrape', '`urls[0]`: it is longer than 8,192 characters.', { urls: ['x'.repeat(9_000)] }],
    [
      '/v1/batch/scrape',
      '`webhook`: "example.com/hook" is not a URL: did you mean https://example.com/hook?',
      { urls, webhook: 'example.com/hook' },
    ],

    // Names that are nearly right.
    ['/v1/scrape', 'Unknown field `ulr`: did you mean `url`?', { ulr: url }],
    ['/v1/scrape', 'Unknown field `formatz`: did you mean `formats`?', { url, formatz: [] }],
    [
      '/v1/scrape',
      'Unknown field `only_main_content`: did you mean `onlyMainContent`?',
      { url, only_main_content: true },
    ],
    ['/v1/scrape', 'Unknown field `wait`: did you mean `waitFor`?', { url, wait: 500 }],
    ['/v1/scrape', 'Unknown field `flavor`: /v1/docs lists the known ones.', { url, flavor: 1 }],
    ['/v1/extract', 'Unknown field `promt`: did you mean `prompt`?', { url, promt: 'the price' }],
    ['/v1/crawl', 'Unknown field `subdomains`: did you mean `allowSubdomains`?', { url, subdomains: true }],
    ['/v1/crawl', 'Unknown field `formats`: did you mean `scrapeOptions.formats`?', { url, formats: ['html'] }],
    [
      '/v1/crawl',
      'Unknown field `scrapeOptions.limit`: did you mean `limit`, outside of `scrapeOptions`?',
      { url, scrapeOptions: { limit: 3 } },
    ],
    [
      '/v1/batch/scrape',
      'Unknown field `webhook.event`: did you mean `webhook.events`?',
      { urls, webhook: { url, event: ['page'] } },
    ],
    ['/v1/monitors', 'Unknown field `limit`: did you mean `crawl.limit`?', { url, every: '1h', limit: 3 }],

    // What belongs elsewhere.
    [
      '/v1/scrape',
      'Unknown field `urls`: one page is read, named in `url`; POST /v1/batch/scrape reads several.',
      { urls },
    ],
    [
      '/v1/scrape',
      `Unknown field \`schema\`: data is asked for with \`formats: [${dataFormat}]\`.`,
      { url, schema: {} },
    ],
    ['/v1/scrape', 'Unknown field `limit`: a whole site is read by POST /v1/crawl.', { url, limit: 3 }],
    [
      '/v1/scrape',
      'Unknown field `scrapeOptions`: the options of a page stand beside `url`.',
      { url, scrapeOptions: {} },
    ],
    [
      '/v1/scrape',
      'Unknown field `webhook`: a single page is answered at once; POST /v1/batch/scrape and /v1/crawl take webhooks.',
      { url, webhook: url },
    ],
    [
      '/v1/extract',
      `Unknown field \`urls\`: one page is read, named in \`url\`; POST /v1/batch/scrape reads several, with \`formats: [${dataFormat}]\`.`,
      { urls, prompt: 'the price' },
    ],
    [
      '/v1/extract',
      'Unknown field `formats`: the answer is data; POST /v1/scrape returns pages in other formats.',
      { url, prompt: 'the price', formats: ['html'] },
    ],
    ['/v1/extract', 'Say what to extract: `schema`, `prompt` or both are required.', { url }],
    ['/v1/batch/scrape', 'Unknown field `url`: the pages are a list, `urls`; POST /v1/scrape reads one.', { url }],
    [
      '/v1/crawl',
      'Unknown field `urls`: a crawl starts at one `url`; POST /v1/batch/scrape reads a list of pages.',
      { urls },
    ],
    [
      '/v1/crawl',
      'Unknown field `depth`: did you mean `maxDiscoveryDepth`, in links from the start?',
      { url, depth: 2 },
    ],
    [
      '/v1/map',
      'Unknown field `depth`: a map has no such limit; POST /v1/crawl follows links within one.',
      { url, depth: 2 },
    ],
    [
      '/v1/monitors',
      'Unknown field `interval`: how often is said in `every`, such as "1h" or "0 9 * * 1-5".',
      { url, interval: '1h' },
    ],
    ['/v1/monitors', 'Say what to watch: `url`, `urls` or `crawl`, one of them.', { every: '1h' }],

    // Limits.
    [
      '/v1/scrape',
      '`timeout` must be from 1,000 to 120,000 milliseconds, not 30: did you mean 30000?',
      { url, timeout: 30 },
    ],
    ['/v1/scrape', '`waitFor` must be from 0 to 60,000 milliseconds, not 60001.', { url, waitFor: 60_001 }],
    [
      '/v1/scrape',
      '`formats[0].viewport.width` must be from 1 to 4,096 pixels, not 9000.',
      { url, formats: [{ type: 'screenshot', viewport: { width: 9_000, height: 1 } }] },
    ],
    ['/v1/crawl', '`limit` must be from 1 to 100,000 pages, not 0.', { url, limit: 0 }],
    ['/v1/crawl', '`delay` must be from 0 to 600 seconds, not 5000.', { url, delay: 5_000 }],
    ['/v1/crawl', '`maxDiscoveryDepth` must be from 0 to 1,000 links, not -1.', { url, maxDiscoveryDepth: -1 }],
    ['/v1/map', '`limit` must be from 1 to 100,000 links, not 100001.', { url, limit: 100_001 }],
    ['/v1/map', '`search` must have at most 500 characters.', { url, search: 'x'.repeat(501) }],
    ['/v1/batch/scrape', '`urls` must not be empty.', { urls: [] }],
    ['/v1/batch/scrape', '`maxConcurrency` must be from 1 to 1,000 pages, not 0.', { urls, maxConcurrency: 0 }],
    ['/v1/scrape', '`headers`: a name must have at most 200 characters.', { url, headers: { ['x'.repeat(201)]: '1' } }],
    ['/v1/branding', '`fields` has the same entry twice, at 0 and 1.', { url, fields: ['colors', 'colors'] }],

    // Types and values.
    ['/v1/scrape', '`timeout` must be a whole number, not a string: leave out the quotes.', { url, timeout: '30000' }],
    ['/v1/scrape', '`mobile` must be true or false, not a string: leave out the quotes.', { url, mobile: 'true' }],
    ['/v1/scrape', '`formats` must be a list, such as ["markdown"].', { url, formats: 'markdown' }],
    ['/v1/scrape', `\`formats[0]\` must be one of ${formatNames}.`, { url, formats: ['pdf'] }],
    [
      '/v1/scrape',
      `\`formats[0]\` must be one of ${formatNames}: did you mean markdown?`,
      { url, formats: ['mardown'] },
    ],
    [
      '/v1/scrape',
      `\`formats[0].type\` must be one of ${formatNames}: did you mean markdown?`,
      { url, formats: [{ type: 'Markdown' }] },
    ],
    ['/v1/scrape', `\`formats\`: json needs a schema, a prompt or both: ${dataFormat}.`, { url, formats: ['json'] }],
    ['/v1/scrape', `\`formats[0]\`: data is asked for with ${dataFormat}.`, { url, formats: ['extract'] }],
    [
      '/v1/scrape',
      '`formats[0]`: a screenshot of the whole page is {"type": "screenshot", "fullPage": true}.',
      { url, formats: ['screenshot@fullPage'] },
    ],
    [
      '/v1/scrape',
      '`formats`: a screenshot needs the browser, and `engine` is http.',
      { url, formats: ['screenshot'], engine: 'http' },
    ],
    ['/v1/batch/scrape', '`urls` must be a list, such as ["https://example.com/"].', { urls: url }],
    ['/v1/batch/scrape', '`webhook` must be a string or an object, not 5.', { urls, webhook: 5 }],
    ['/v1/extract', '`schema.minItems` must be at least 0.', { url, schema: { type: 'array', minItems: -1 } }],
    [
      '/v1/extract',
      '`schema.properties.price.type` must be one of array, boolean, integer, null, number, object, string.',
      { url, schema: { properties: { price: { type: 'money' } } } },
    ],
  ])('is answered by %s with the sentence: %s', async (path, sentence, body) => {
    expect(await ask(path, body)).toEqual({ status: 400, body: { error: sentence } });
  });
});

describe('a request of /v2 with a mistake in its body', () => {
  it.each([
    [
      '/v2/scrape',
      'Unknown field `urls`: one page is read, named in `url`; POST /v2/batch/scrape reads several.',
      { urls },
    ],
    ['/v2/scrape', '`url`: "example.com" is not a URL: did you mean https://example.com?', { url: 'example.com' }],
    [
      '/v2/scrape',
      '`timeout` must be from 1,000 to 120,000 milliseconds, not 30: did you mean 30000?',
      { url, timeout: 30 },
    ],
    ['/v2/scrape', `\`formats\`: json needs a schema, a prompt or both: ${dataFormat}.`, { url, formats: ['json'] }],
    [
      '/v2/crawl',
      '`scrapeOptions.formats[0]`: the text of a page is `markdown`.',
      { url, scrapeOptions: { formats: ['text'] } },
    ],
    ['/v2/crawl', '`scrapeOptions` must be an object.', { url, scrapeOptions: 'html' }],
    ['/v2/extract', '`systemPrompt` must be text.', { urls, prompt: 'What is it?', systemPrompt: {} }],
    [
      '/v2/monitor',
      '`scrapeOptions` must be an object.',
      { schedule: { cron: '0 9 * * *' }, targets: [{ type: 'crawl', url, scrapeOptions: [] }] },
    ],
    ['/v2/extract', 'Unknown field `url`: the pages are a list, `urls`.', { url, prompt: 'the price' }],
    ['/v2/extract', 'Say what to extract: `schema`, `prompt` or both are required.', { urls }],
    [
      '/v2/extract',
      '`urls[0]`: the pages of a whole site are crawled, with `scrapeOptions.formats: [{"type": "json", …}]`.',
      { urls: [`${url}*`], prompt: 'the price' },
    ],
    [
      '/v2/batch/scrape',
      '`urls`: none of them can be read; one begins with https:// or http:// and has a public host.',
      { urls: ['example'] },
    ],
  ])('is answered by %s, in the form of its clients, with the sentence: %s', async (path, sentence, body) => {
    expect(await ask(path, body)).toEqual({ status: 400, body: { success: false, error: sentence } });
  });
});

describe('a request that nothing can be read from', () => {
  it.each([
    ['GET', '/v1/nothing', {}, 404, 'There is nothing at /v1/nothing: /v1/docs lists what there is.'],
    ['POST', '/v2/scrapes', {}, 404, 'There is nothing at /v2/scrapes: /v1/docs lists what there is.'],
    ['GET', '/v1/scrape', {}, 405, '/v1/scrape answers POST, not GET.'],
    [
      'POST',
      '/v1/scrape',
      { 'content-type': 'text/plain' },
      415,
      'Send the body as JSON, with the header Content-Type: application/json.',
    ],
    [
      'POST',
      '/v1/scrape',
      { authorization: '' },
      401,
      'Send your secret key in the header: Authorization: Bearer sr_…',
    ],
    ['POST', '/v1/scrape', { authorization: key }, 401, 'The Authorization header is not of the form: Bearer sr_…'],
    [
      'POST',
      '/v1/scrape',
      { authorization: `Bearer pk_${key}` },
      401,
      'A publishable key (pk_…) opens the image API only; this API wants a secret key (sr_…).',
    ],
    [
      'POST',
      '/v1/scrape',
      { authorization: 'Bearer fc-1' },
      401,
      'This is not a secret API key; those start with sr_.',
    ],
    ['POST', '/v1/scrape', { authorization: `Bearer ${key}0` }, 401, 'This API key is not known, or has been deleted.'],
    ['GET', '/v1/crawl?limit=101', {}, 400, '`limit` must be a whole number from 1 to 100.'],
  ])('%s %s with %j is answered with what to do', async (method, path, headers, status, sentence) => {
    const answer = await ask(path, { url }, { method, headers });
    expect(answer).toMatchObject({ status, body: { error: sentence } });
  });
});
