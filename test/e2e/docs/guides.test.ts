import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api, images, publishableKey, secretKey } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { type CodeBlock, codeBlocks, isRun } from '../../support/guides.ts';
import { fetchFromSite } from '../../support/siteImages.ts';
import { buildUserCommand, removeUserCommand } from '../../support/userCommand.ts';

const run = promisify(execFile);
const runTimeoutMs = 120_000;
const alias = {
  '@sightread/client/images': resolve('client/images.ts'),
  '@sightread/client': resolve('client/index.ts'),
};
const webhookSecret = 'the webhook secret of a key';

let folder: string;
let command: string;
/** A site that has an Open Graph image, and whose search no pause has cut short. */
let card: string;

/** As a reader would run it, with sites of the tests in the place of those on the internet. */
function ownCode({ code }: CodeBlock): string {
  return code
    .replaceAll('https://example.com', 'http://site.example')
    .replaceAll('/gone', '/status?code=404')
    .replaceAll('http://localhost:3000', api())
    .replaceAll('http://localhost:3001', images())
    .replace(/\/og\/github\.com/g, `/${card}`)
    .replace(/(?<=\/|')(?:github|stripe|example)\.com/g, 'plain.lighthouse.com')
    .replaceAll('pk_…', publishableKey());
}

function environment(): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    SIGHTREAD_URL: api(),
    SIGHTREAD_KEY: secretKey(),
    SIGHTREAD_IMAGE_URL: images(),
    SIGHTREAD_PUBLISHABLE_KEY: publishableKey(),
    SIGHTREAD_WEBHOOK_SECRET: webhookSecret,
    SIGHTREAD_COMMAND: command,
  };
}

const blocks = codeBlocks.filter(isRun);
function inLanguage(language: string): CodeBlock[] {
  return blocks.filter((block) => block.language === language);
}
const modules = inLanguage('ts').map((block) => ({ ...block, name: block.place.replace(/\W/g, '-') }));
const receivers = blocks.filter(({ note }) => note === 'receiver');

beforeAll(async () => {
  card = (await fetchFromSite('og/card.lighthouse.com')).path;
  command = await buildUserCommand();
  mkdirSync('node_modules/.cache', { recursive: true });
  // Below node_modules, so that the blocks find their packages.
  folder = mkdtempSync(resolve('node_modules/.cache/guides-'));
  for (const block of modules) writeFileSync(join(folder, `${block.name}.ts`), `${ownCode(block)}\nexport {};\n`);
  buildSync({
    entryPoints: modules.map(({ name }) => join(folder, `${name}.ts`)),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    alias,
    external: ['zod'],
    logLevel: 'error',
  });
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  removeUserCommand();
});

describe('the blocks of the guides', () => {
  it.concurrent.each(modules.filter(({ note }) => note === ''))('run in TypeScript: $place', async ({ name }) => {
    await run(process.execPath, [join(folder, `${name}.mjs`)], { env: environment(), timeout: runTimeoutMs });
  });

  it.concurrent.each(inLanguage('python').filter(({ note }) => note === ''))('run in Python: $place', async (block) => {
    await run('python3', ['-c', ownCode(block)], { env: environment(), timeout: runTimeoutMs });
  });

  // A later block of a page uses what an earlier one has set.
  const guides = [...new Set(inLanguage('sh').map(({ guide }) => guide))];
  it.concurrent.each(guides)('run in a shell: %s', async (guide) => {
    const ofGuide = inLanguage('sh').filter((block) => block.guide === guide && block.note === '');
    await runShell(ofGuide.map(ownCode).join('\n'), guide);
  });

  it('show the error that a mistake is answered with', async () => {
    const [mistake] = inLanguage('sh').filter(({ note }) => note === 'fails');
    const shown = blocks.find(({ guide, note }) => guide === mistake?.guide && note.startsWith('error of '));
    if (!mistake || !shown) throw new Error('no guide shows an error');
    const { stdout } = await runShell(ownCode(mistake), 'mistake').catch((failed: { stdout: string }) => failed);
    expect(JSON.parse(stdout)).toEqual(JSON.parse(shown.code));
  });

  it.concurrent.each(inLanguage('html'))('show images: $place', async (block) => {
    const addresses = ownCode(block).match(/http[^"\s]+/g) ?? [];
    expect(addresses).not.toEqual([]);
    for (const address of addresses) {
      const response = await fetch(address);
      expect(response.status, address).toBe(200);
      expect(response.headers.get('content-type'), address).toMatch(/^image\//);
    }
  });

  it.concurrent.each(receivers)('accept events that are ours, and no other: $place', async (block) => {
    const port = await freePort();
    const receiver = startReceiver(block, port);
    try {
      const body = JSON.stringify({ success: true, type: 'crawl.started', id: '1', data: [], metadata: {} });
      const now = Math.floor(Date.now() / 1_000);
      const deliver = (time: number, secret: string) =>
        fetch(`http://127.0.0.1:${port}/`, {
          method: 'POST',
          body,
          headers: { 'X-Sightread-Webhook-Signature': signatureOf(body, time, secret) },
        }).then(({ status }) => status);
      const isUp = () => deliver(now, webhookSecret).then(Boolean, () => false);
      await eventually('the receiver listens', isUp, runTimeoutMs);
      expect(await deliver(now, webhookSecret)).toBe(200);
      expect(await deliver(now, 'another secret')).toBe(401);
      expect(await deliver(now - 3_600, webhookSecret)).toBe(401);
    } finally {
      receiver.kill('SIGKILL');
      await once(receiver, 'exit');
    }
  });
});

function runShell(script: string, name: string) {
  const cwd = join(folder, `sh-${name}`);
  mkdirSync(cwd);
  const preamble = `set -euo pipefail
curl() { command curl --silent --show-error --fail-with-body "$@"; }
sightread() { ${JSON.stringify(process.execPath)} "$SIGHTREAD_COMMAND" "$@"; }
`;
  return run('bash', ['-c', preamble + script], { cwd, env: environment(), timeout: runTimeoutMs });
}

function startReceiver(block: CodeBlock, port: number): ChildProcess {
  const env = { ...environment(), PORT: String(port) };
  const module = modules.find(({ place }) => place === block.place);
  return module
    ? spawn(process.execPath, [join(folder, `${module.name}.mjs`)], { env, stdio: 'ignore' })
    : spawn('python3', ['-c', ownCode(block)], { env, stdio: 'ignore' });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return address.port;
}

function signatureOf(body: string, time: number, secret: string): string {
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}
