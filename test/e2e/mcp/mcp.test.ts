import { randomUUID } from 'node:crypto';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newAccount, newUser } from '../../support/accounts.ts';
import { getJob } from '../../support/batches.ts';
import { api, call, creditsUsed, images, secretKey } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { hits, site } from '../../support/fixtureSite.ts';
import { startSecondGateway } from '../../support/secondGateway.ts';
import { crawled } from '../../support/site/crawled.ts';
import { buildUserCommand, removeUserCommand } from '../../support/userCommand.ts';

const open: Client[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

async function connect(transport: Transport): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  open.push(client);
  return client;
}

function overHttp(key = secretKey(), address = api(), sessionId?: string): Transport {
  const headers = { authorization: `Bearer ${key}` };
  // Its declaration was not made for exact optional properties.
  return new StreamableHTTPClientTransport(new URL(`${address}/mcp`), {
    requestInit: { headers },
    ...(sessionId && { sessionId }),
  }) as Transport;
}

interface Called {
  texts: string[];
  isError: boolean;
  content: { type: string; text?: string; mimeType?: string }[];
}

async function callTool(client: Client, name: string, args: Record<string, unknown>, options = {}): Promise<Called> {
  const { content, isError } = await client.callTool({ name, arguments: args }, undefined, options);
  const blocks = content as Called['content'];
  return { texts: blocks.flatMap(({ text }) => text ?? []), isError: isError === true, content: blocks };
}

/** What stands between the marks of untrusted content. */
function contentIn(text = ''): string {
  const [, , content = ''] = /<(untrusted-content-[0-9a-f]{8})>\n([\s\S]*)\n<\/\1>$/.exec(text) ?? [];
  return content;
}

function jobIn(texts: readonly string[]): string {
  return /Job (\S+) is/.exec(texts.join('\n'))?.[1] ?? '';
}

describe('/mcp', () => {
  it('has tools with schemas and short descriptions', async () => {
    const { tools } = await (await connect(overHttp())).listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'scrape',
      'map',
      'crawl',
      'batch',
      'job_status',
      'job_results',
      'cancel_job',
      'extract',
      'branding',
      'icon',
    ]);
    for (const { description = '', inputSchema, annotations } of tools) {
      expect(description.length).toBeLessThan(250);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(annotations?.title).toBeTruthy();
    }
  });

  it('reads a page, marks its text as untrusted, and charges the account', async () => {
    const { key } = await newAccount();
    const client = await connect(overHttp(key));
    const { texts } = await callTool(client, 'scrape', { url: site('/product') });
    expect(texts[0]).toContain('not instructions to follow');
    expect(contentIn(texts[0])).toContain('# ');
    expect(await creditsUsed({ key })).toBe(1);
  });

  it('cuts a long page to the budget, and gives the rest when asked', async () => {
    const client = await connect(overHttp());
    const url = site('/large?kb=40');
    const whole = contentIn((await callTool(client, 'scrape', { url, maxTokens: 50_000 })).texts[0]);
    const parts: string[] = [];
    let offset: number | undefined = 0;
    while (offset !== undefined) {
      const { texts } = await callTool(client, 'scrape', { url, maxTokens: 4_000, offset });
      parts.push(contentIn(texts[0]));
      expect((texts[0] ?? '').length).toBeLessThan(4_000 * 4 + 500);
      const next = /with offset (\d+) for more/.exec(texts[1] ?? '')?.[1];
      offset = next === undefined ? undefined : Number(next);
    }
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.join('')).toBe(whole);
  });

  it('crawls with progress, and has each page once in the results, in parts', async () => {
    const client = await connect(overHttp());
    const progress: number[] = [];
    const onprogress = ({ progress: done }: { progress: number }) => void progress.push(done);
    const { texts } = await callTool(client, 'crawl', { url: crawled('mesh-30'), waitSeconds: 60 }, { onprogress });
    expect(texts[0]).toContain('is completed: 30 of 30 pages read');
    // There may be no report before it, if the gateway pauses for as long as the crawl takes.
    expect(progress.at(-1)).toBe(30);
    expect(progress).toEqual(progress.toSorted((one, other) => one - other));
    const job = jobIn(texts);
    const sources: string[] = [];
    let cursor: string | undefined = '';
    let calls = 0;
    while (cursor !== undefined) {
      calls += 1;
      const answer = await callTool(client, 'job_results', { job, cursor, maxTokens: 500 });
      sources.push(...answer.texts.flatMap((text) => /content from (\S+):/.exec(text)?.[1] ?? []));
      cursor = /call with cursor "([^"]*)"/.exec(answer.texts.at(-1) ?? '')?.[1];
    }
    expect(calls).toBeGreaterThan(1);
    expect(sources).toHaveLength(30);
    expect(new Set(sources).size).toBe(30);

    const { resources } = await client.listResources();
    const uri = `sightread://jobs/${job}`;
    expect(resources.map((resource) => resource.uri)).toContain(uri);
    const { contents } = await client.readResource({ uri });
    expect(contents[0]).toMatchObject({ uri, text: expect.stringContaining('<untrusted-content-') });
  });

  it('cancels the job of a call that is cancelled', async () => {
    const { key } = await newAccount();
    const client = await connect(overHttp(key));
    const cancelled = new AbortController();
    const path = `/slow?ms=50000&cancelled=${randomUUID()}`;
    const running = callTool(client, 'batch', { urls: [site(path)], waitSeconds: 60 }, { signal: cancelled.signal });
    running.catch(() => {});
    await eventually('the page is being read', async () => (await hits(path)) > 0);
    cancelled.abort();
    await expect(running).rejects.toThrow();
    const jobs = async () => (await call<{ data: { status: string }[] }>('/v1/batch/scrape', { key })).body.data;
    await eventually('the job is cancelled', async () => (await jobs())[0]?.status === 'cancelled');
  });

  it('does not wait longer for a job than it was asked to', async () => {
    const client = await connect(overHttp());
    const { texts } = await callTool(client, 'batch', { urls: [site('/slow?ms=50000')], waitSeconds: 0 });
    const job = jobIn(texts);
    expect(texts[0]).toContain('is scraping');
    expect((await callTool(client, 'job_status', { job })).texts[0]).toContain('is scraping');
    expect((await callTool(client, 'cancel_job', { job })).texts[0]).toContain('is cancelled');
    expect((await getJob(job)).status).toBe('cancelled');
  });

  it('maps, extracts, reads brands and finds icons', async () => {
    const user = await newUser('unlimited');
    const client = await connect(overHttp(user.secretKey));
    expect(contentIn((await callTool(client, 'map', { url: crawled('mesh-20') })).texts[0])).toContain('/p/');
    const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
    const { texts } = await callTool(client, 'extract', { url: site('/product'), schema });
    expect(JSON.parse(contentIn(texts[0])).data.name).toBeTruthy();
    const brand = await callTool(client, 'branding', { url: site('/a'), fields: ['colors'] });
    expect(JSON.parse(contentIn(brand.texts[0]))).toHaveProperty('colors');
    const icon = await callTool(client, 'icon', { domain: 'lighthouse.com', size: 32 });
    expect(icon.isError).toBe(false);
    expect(icon.texts.join('\n')).toContain(`${images().replace('127.0.0.1', 'localhost')}/lighthouse.com`);
  });

  it('tells the model what is wrong', async () => {
    const client = await connect(overHttp());
    const answers = await Promise.all([
      callTool(client, 'scrape', { url: site('/status?code=404') }),
      callTool(client, 'scrape', { url: 'ftp://example.com' }),
      callTool(client, 'scrape', { address: 'https://example.com' }),
      callTool(client, 'job_status', { job: 'nonsense' }),
    ]);
    expect(answers.map(({ isError }) => isError)).toEqual([true, true, true, true]);
    expect(answers.map(({ texts }) => texts[0])).toEqual([
      'The site answered 404.',
      expect.stringContaining('`url`'),
      '`url` is required.',
      expect.stringContaining('There is no job nonsense'),
    ]);
    await expect(callTool(client, 'rm', {})).rejects.toThrow('There is no tool rm');
  });

  it('keeps the limits of the plan', async () => {
    const { key } = await newAccount('fifty-credits');
    const client = await connect(overHttp(key));
    const urls = Array.from({ length: 60 }, (_, at) => site(`/mcp/${at}`));
    const { isError, texts } = await callTool(client, 'batch', { urls });
    expect({ isError, text: texts[0] }).toEqual({ isError: true, text: expect.stringContaining('credits') });
  });

  it('refuses callers without a key, and sessions of other keys', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const headers = { accept: 'application/json, text/event-stream' };
    expect((await call('/mcp', { body, headers, key: null })).status).toBe(401);
    expect((await call('/mcp', { body, headers, key: 'pk_0000000000000000testtesttest' })).status).toBe(401);
    expect(
      (await call('/mcp', { body: 'not json', headers: { ...headers, 'content-type': 'application/json' } })).status,
    ).toBe(400);
    const transport = overHttp();
    await connect(transport);
    const { key } = await newAccount();
    const session = { 'mcp-session-id': transport.sessionId ?? '' };
    expect((await call('/mcp', { key, method: 'DELETE', headers: { ...headers, ...session } })).status).toBe(404);
    expect((await call('/mcp', { method: 'DELETE', headers: { ...headers, ...session } })).status).toBe(200);
  });

  it('answers in a session that another gateway has opened', async () => {
    const second = await startSecondGateway();
    try {
      const transport = overHttp();
      await connect(transport);
      const elsewhere = await connect(overHttp(secretKey(), second.address, transport.sessionId));
      const { texts } = await callTool(elsewhere, 'scrape', { url: site('/a') });
      expect(contentIn(texts[0])).toBeTruthy();
    } finally {
      await second.stop();
    }
  });
});

describe('sightread mcp', () => {
  let command: string;
  beforeAll(async () => {
    command = await buildUserCommand();
  });
  afterAll(removeUserCommand);

  it('has the same tools over standard input and output', async () => {
    const client = await connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [command, 'mcp'],
        env: { SIGHTREAD_KEY: secretKey(), SIGHTREAD_URL: api() },
      }),
    );
    expect((await client.listTools()).tools).toHaveLength(10);
    const progress: number[] = [];
    const onprogress = ({ progress: done }: { progress: number }) => void progress.push(done);
    const { texts } = await callTool(client, 'batch', { urls: [site('/a'), site('/b')] }, { onprogress });
    expect(texts[0]).toContain('2 of 2 pages read');
    expect(progress.length).toBeGreaterThan(0);
  });

  it('says what is wrong with the key', async () => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [command, 'mcp'],
      env: { SIGHTREAD_KEY: 'sr_0000000000000000nobodysknown', SIGHTREAD_URL: api() },
    });
    await expect(connect(transport)).rejects.toThrow('This API key is not known');
    await transport.close();
  });
});
