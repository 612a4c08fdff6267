/**
 * `npm run test:fuzz`: sends what Schemathesis makes of the stack's own OpenAPI document to the stack. Arguments are
 * passed on, as in `npm run test:fuzz -- --include-path /v1/scrape`.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeKey } from '../../contracts/accounts/keys.ts';
import { listenForStop } from '../../deploy/local/process/stopSignals.ts';
import { openCache } from '../../deploy/local/provision/cache.ts';
import { createTerminal } from '../../deploy/local/terminal.ts';
import { readSettings } from '../../runtime/settings.ts';
import { openStorage } from '../../storage/storage.ts';
import { egressMap } from '../support/egressMap.ts';
import { eventually } from '../support/eventually.ts';
import { startSearxng } from '../support/searxng.ts';
import { startSite } from '../support/site/server.ts';
import { type WholeStack, withWholeStack } from '../support/wholeStack.ts';
import { provideSchemathesis } from './schemathesis.ts';

const ownerKey = makeKey('secret');
const imageKey = makeKey('publishable');

export async function main(args: readonly string[]): Promise<number> {
  const terminal = createTerminal(process.stdout, process.env);
  const { requested: signal } = listenForStop();
  const program = await provideSchemathesis(openCache(process.env), terminal, signal);
  const site = await startSite();
  const searxng = await startSearxng();
  const settings = {
    BOOTSTRAP_SECRET_KEY: ownerKey,
    BOOTSTRAP_PUBLISHABLE_KEY: imageKey,
    SEARXNG_URL: searxng.address,
    EGRESS_MAP: egressMap(['site.example', 'example.com'], site.address),
  };
  try {
    return await withWholeStack('fuzz', settings, (stack) => fuzz(stack, program, args, signal), { chromium: true });
  } finally {
    await Promise.all([site.close(), searxng.close()]);
  }
}

/** Resolves to the exit code of Schemathesis, which is not 0 if it finds anything. */
async function fuzz(stack: WholeStack, program: string, args: readonly string[], signal: AbortSignal): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'sightread-fuzz-'));
  try {
    const authFile = join(folder, 'auth.json');
    const users = { owner: ownerKey, other: await createOtherKey(stack) };
    writeFileSync(
      authFile,
      JSON.stringify({ auth: Object.entries(users).map(([name, key]) => credentials(name, key)) }),
    );
    const env = {
      ...process.env,
      SCHEMATHESIS_HOOKS: pathOf('hooks.py'),
      FUZZ_AUTH: authFile,
      FUZZ_JOB: await finishedJob(stack),
      FUZZ_IMAGE_KEY: imageKey,
    };
    const document = `${stack.api}/v1/openapi.json`;
    const run = (config: string, ...options: string[]) => {
      const commandLine = ['--config-file', pathOf(config), 'run', document, ...options];
      // In the temporary folder, where it leaves its own files.
      const child = spawn(program, commandLine, { cwd: folder, env, stdio: 'inherit', signal });
      return new Promise<number>((resolve, reject) => {
        child.once('error', reject).once('exit', (code) => resolve(code ?? 1));
      });
    };
    const codeOfApi = await run('schemathesis.toml', '--url', stack.api, '--exclude-tag', 'Images', ...args);
    // What was asked for by arguments is a part of the API.
    const codeOfImages =
      args.length > 0 ? 0 : await run('images.toml', '--url', stack.images, '--include-tag', 'Images');
    return codeOfApi || codeOfImages;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** In the format of Web Fuzzing Commons. */
function credentials(name: string, key: string) {
  return { name, fixedHeaders: [{ name: 'Authorization', value: `Bearer ${key}` }] };
}

/** The key of a second account, which must not see the jobs of the first. */
async function createOtherKey({ env }: WholeStack): Promise<string> {
  const storage = openStorage(readSettings(env));
  try {
    const account = await storage.accounts.create({ email: 'other@example.com', plan: 'unlimited' });
    if (!account) throw new Error('the second account exists already');
    const key = makeKey('secret');
    await storage.keys.save({ key, kind: 'secret', account: account._id, name: 'Other' });
    return key;
  } finally {
    await storage.close();
  }
}

/** The id of a job with a page that was read and one that failed. */
async function finishedJob({ api }: WholeStack): Promise<string> {
  const headers = { authorization: `Bearer ${ownerKey}`, 'content-type': 'application/json' };
  const urls = ['http://site.example/a', 'http://site.example/status?code=404'];
  const address = `${api}/v1/batch/scrape`;
  const created = await fetch(address, { method: 'POST', headers, body: JSON.stringify({ urls }) });
  const { id } = (await created.json()) as { id: string };
  await eventually('the job has ended', async () => {
    const response = await fetch(`${address}/${id}`, { headers });
    return ((await response.json()) as { status: string }).status === 'completed';
  });
  return id;
}
