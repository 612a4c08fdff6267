import { describe, expect, it } from 'vitest';
import type { PageItem } from '../../../contracts/results/page.ts';
import { hugePng } from '../../activities/icons/support/pictures.ts';
import { newAccount } from '../../support/accounts.ts';
import { creditsUsed } from '../../support/client.ts';
import { docx } from '../../support/office.ts';
import { pdf } from '../../support/pdf.ts';
import { stackEnv } from '../../support/stackEnv.ts';

interface Parsed {
  success?: boolean;
  data: PageItem;
  error?: string;
}

interface Upload {
  path?: string;
  key: string;
  name: string;
  bytes: string | Buffer;
  type?: string;
  options?: object;
}

async function parse({ path = '/v1/parse', key, name, bytes, type = '', options }: Upload) {
  const form = new FormData();
  if (options) form.append('options', JSON.stringify(options));
  form.append('file', new Blob([bytes], { type }), name);
  return answerOf(await post(path, key, form));
}

function post(path: string, key: string, body: FormData | string, headers = {}): Promise<Response> {
  const init = { method: 'POST', headers: { Authorization: `Bearer ${key}`, ...headers }, body };
  return fetch(`http://127.0.0.1:${stackEnv('PORT')}${path}`, init);
}

async function answerOf(response: Response) {
  return { status: response.status, body: (await response.json()) as Parsed };
}

const article = `<!doctype html><html lang="en"><title>Harbor</title><body><nav>Home</nav>
  <article><h1>The harbor</h1><p>${'Ships come and go, and the keeper counts them all. '.repeat(8)}</p></article>`;

describe.each(['/v1/parse/formats', '/v2/parse/formats'])('GET %s', (path) => {
  const get = (key: string) =>
    fetch(`http://127.0.0.1:${stackEnv('PORT')}${path}`, { headers: { Authorization: `Bearer ${key}` } });

  it('lists what can be read, for whoever has a key, and costs nothing', async () => {
    const { key } = await newAccount();
    const response = await get(key);
    expect(response.status).toBe(200);
    const { success, data } = (await response.json()) as { success: boolean; data: { formats: unknown[] } };
    expect(success).toBe(true);
    expect(data.formats).toContainEqual({
      format: 'pdf',
      kind: 'document',
      extensions: ['.pdf'],
      mimeTypes: ['application/pdf'],
      available: true,
    });
    expect(data.formats).toContainEqual(expect.objectContaining({ format: 'png', kind: 'image' }));
    expect(await creditsUsed({ key })).toBe(0);
    expect((await get('sr_nobody')).status).toBe(401);
  });
});

describe('POST /v1/parse', () => {
  it('reads an Office document by its bytes, whatever it is called', async () => {
    const { key } = await newAccount();
    const bytes = docx('<w:p><w:r><w:t>Minutes of the meeting</w:t></w:r></w:p>');
    const { status, body } = await parse({ key, name: 'minutes.bin', bytes });
    expect(status).toBe(200);
    expect(body.data.markdown).toBe('Minutes of the meeting');
  });

  it('reads an HTML file as it reads a page, for a credit', async () => {
    const { key } = await newAccount();
    const options = { formats: ['markdown', 'rawHtml', 'summary'] };
    const { status, body } = await parse({ key, name: 'harbor.html', bytes: article, type: 'text/html', options });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      data: {
        url: 'harbor.html',
        markdown: expect.stringContaining('# The harbor'),
        rawHtml: article,
        summary: expect.stringContaining('keeper'),
        metadata: { title: 'Harbor', sourceURL: 'harbor.html', contentType: 'text/html', creditsUsed: 1 },
      },
    });
    expect(await creditsUsed({ key })).toBe(1);
  });

  it.each([
    ['report.pdf', pdf([['The keeper counted ships.']]), 'application/pdf', 'keeper counted ships'],
    ['report.pdf', pdf([['The keeper counted ships.']]), '', 'keeper counted ships'],
    ['notes.md', '# Notes\n\nThe keeper sleeps by day.', 'application/octet-stream', 'sleeps by day'],
    ['table.csv', 'ship,year\nArgo,1901\n', '', '| Argo | 1901 |'],
  ])('reads %s by its content, its type and its name', async (name, bytes, type, text) => {
    const { key } = await newAccount();
    const { status, body } = await parse({ key, name, bytes, type });
    expect(status).toBe(200);
    expect(body.data.markdown).toContain(text);
  });

  it.each(['/v1/parse', '/v2/parse'])('reads an image by its bytes, whatever it is called: %s', async (path) => {
    const { key } = await newAccount();
    const file = { path, key, name: 'ship.pdf', bytes: hugePng(64), type: 'application/pdf' };
    const { status, body } = await parse({ ...file, options: { formats: ['markdown'], parsers: [{ type: 'image' }] } });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      markdown: '*Image: ship.pdf*\n\nPNG image, 64 × 64 pixels',
      metadata: { width: 64, height: 64 },
    });
  });

  it('says what is wrong with a file, and charges nothing', async () => {
    const { key } = await newAccount();
    const image = { key, name: 'ship.png', bytes: 'image-data', type: 'image/png' };
    expect(await parse(image)).toMatchObject({
      status: 422,
      body: { error: 'The file is of type image/png, which has no text to read.' },
    });
    const binary = { key, name: 'ship.bin', bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1, 2]) };
    expect(await parse(binary)).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('The file is a PNG image') },
    });
    expect(await parse({ ...image, bytes: '', type: '' })).toMatchObject({
      status: 400,
      body: { error: '`file` is empty.' },
    });
    const options = { formats: ['screenshot'] };
    expect(await parse({ key, name: 'a.html', bytes: article, options })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('screenshot is there for pages on the web') },
    });
    expect(await parse({ key, name: 'a.html', bytes: article, options: { url: 'x' } })).toMatchObject({ status: 400 });
    expect(await creditsUsed({ key })).toBe(0);
  });

  it('refuses a file above 50 MiB, and what is no form', async () => {
    const { key } = await newAccount();
    const large = Buffer.alloc(50 * 1024 * 1024 + 1, 'a');
    expect(await parse({ key, name: 'large.txt', bytes: large })).toMatchObject({
      status: 413,
      body: { error: 'The file is larger than 50 MiB.' },
    });
    const json = { 'Content-Type': 'application/json' };
    expect(await answerOf(await post('/v1/parse', key, '{}', json))).toMatchObject({ status: 415 });
    const noBoundary = { 'Content-Type': 'multipart/form-data' };
    expect(await answerOf(await post('/v1/parse', key, 'x', noBoundary))).toMatchObject({ status: 400 });
    const cutOff = { 'Content-Type': 'multipart/form-data; boundary=x' };
    const half = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf';
    expect(await answerOf(await post('/v1/parse', key, half, cutOff))).toMatchObject({ status: 400 });
    const empty = new FormData();
    empty.append('options', '{}');
    expect(await answerOf(await post('/v1/parse', key, empty))).toMatchObject({
      status: 400,
      body: { error: 'There is no part `file` in the body.' },
    });
    const many = new FormData();
    for (let at = 0; at < 100; at += 1) many.append('file', new Blob(['a']), 'a.txt');
    expect(await answerOf(await post('/v1/parse', key, many))).toMatchObject({ status: 400 });
    expect((await answerOf(await post('/v1/parse', 'sr_nobody', empty))).status).toBe(401);
  });

  it('reads 40 MiB of text while others are answered', async () => {
    const { key } = await newAccount();
    const line = 'The keeper counts the ships that come and go.\n';
    const bytes = line.repeat(Math.floor((40 * 1024 * 1024) / line.length));
    const reading = parse({ key, name: 'long.txt', bytes, options: { formats: ['markdown'] } });
    const { status } = await fetch(`http://127.0.0.1:${stackEnv('PORT')}/healthz`);
    expect(status).toBe(200);
    expect([200, 422]).toContain((await reading).status);
  });
});

describe('POST /v2/parse', () => {
  it('answers in the words of its clients', async () => {
    const { key } = await newAccount();
    const options = { formats: ['markdown'], origin: 'js-sdk@4.42.0', skipTlsVerification: true, parsers: ['pdf'] };
    const file = { path: '/v2/parse', key, name: 'harbor.html', bytes: article, type: 'text/html' };
    const { status, body } = await parse({ ...file, options });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, data: { markdown: expect.any(String), metadata: { creditsUsed: 1 } } });
    expect(await parse({ ...file, options: { headers: { a: 'b' } } })).toMatchObject({
      status: 400,
      body: { success: false, error: '`headers`: a file is uploaded, and nothing is fetched.' },
    });
  });
});
