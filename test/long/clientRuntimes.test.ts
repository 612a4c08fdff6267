import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeKey } from '../../contracts/accounts/keys.ts';
import { installPackedClient, type PackedClient } from '../support/packedClient.ts';
import { startSite } from '../support/site/server.ts';
import { startWholeStack, type WholeStack } from '../support/wholeStack.ts';

const timeout = 300_000;
const pages = 30;
const key = makeKey('secret');
const run = promisify(execFile);

/** The same for each: what differs between runtimes is streams, files, signals and cryptography. */
const program = `
import { readFile } from 'node:fs/promises';
import { AuthenticationError, iconUrl, Sightread, verifyWebhook } from '@sightread/client';

const { KEY, API, SITE, OUT, EVENT, SIGNATURE } = process.env;
const client = new Sightread({ key: KEY, url: API });
const urls = Array.from({ length: ${pages} }, (_, at) => SITE + '/runtimes/' + at);
const { markdown } = await client.scrape(SITE + '/product');
const yielded = [];
for await (const page of await client.batch(urls)) yielded.push(page.url);
const { completed } = await (await client.batch(urls)).save(OUT);
const saved = (await readFile(OUT, 'utf8')).trimEnd().split('\\n').length;
const { data } = await client.extract(SITE + '/product', {
  schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
});
const refusal = await new Sightread({ key: 'sr_unknown', url: API }).credits().catch((error) => error);
const left = await client.scrape(SITE + '/slow?ms=30000', { signal: AbortSignal.timeout(500) }).catch((error) => error);
const event = await verifyWebhook({ body: EVENT, signature: SIGNATURE, secret: 'a secret' });
console.log(JSON.stringify({
  hasWords: markdown.length > 0,
  yielded: yielded.sort(),
  completed,
  saved,
  name: data.name,
  isRefused: refusal instanceof AuthenticationError,
  left: left.name,
  event: event.type,
  icon: iconUrl('example.com', { token: 'pk_1' }),
}));
`;

/** The commands that run the program, and the packages that bring them. */
const runtimes = [
  { name: 'Node', command: process.execPath, args: [] },
  { name: 'Bun', command: 'node_modules/.bin/bun', args: [] },
  {
    name: 'Deno',
    command: 'node_modules/.bin/deno',
    args: ['run', '--allow-net', '--allow-env', '--allow-read', '--allow-write'],
  },
];
const packages = ['bun@1.4.4', 'deno@2.9.6'];

let site: Awaited<ReturnType<typeof startSite>>;
let stack: WholeStack;
let packed: PackedClient;

beforeAll(async () => {
  packed = installPackedClient(packages);
  writeFileSync(join(packed.folder, 'program.js'), program);
  site = await startSite();
  stack = await startWholeStack('runtimes', { BOOTSTRAP_SECRET_KEY: key });
}, timeout);
afterAll(async () => {
  await stack.stop();
  await site.close();
  packed.remove();
}, timeout);

describe("the client's package", () => {
  it.each(runtimes)('does the same in $name', { timeout }, async ({ name, command, args }) => {
    const body = JSON.stringify({ success: true, type: 'crawl.started', id: '1', data: [], metadata: {} });
    const seconds = Math.floor(Date.now() / 1_000);
    const digest = createHmac('sha256', 'a secret').update(`${seconds}.${body}`).digest('hex');
    const { stdout } = await run(command, [...args, 'program.js'], {
      cwd: packed.folder,
      env: {
        ...process.env,
        KEY: key,
        API: stack.api,
        SITE: site.address,
        OUT: join(packed.folder, `${name}.ndjson`),
        EVENT: body,
        SIGNATURE: `t=${seconds},v1=${digest}`,
      },
    });
    expect(JSON.parse(stdout)).toEqual({
      hasWords: true,
      yielded: Array.from({ length: pages }, (_, at) => `${site.address}/runtimes/${at}`).toSorted(),
      completed: pages,
      saved: pages,
      name: expect.stringMatching(/\w/),
      isRefused: true,
      left: 'TimeoutError',
      event: 'crawl.started',
      icon: 'http://localhost:3001/example.com?token=pk_1',
    });
  });
});
