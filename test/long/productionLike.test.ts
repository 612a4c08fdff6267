import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { provisionBinaries } from '../../deploy/local/provision/binaries.ts';
import { asUnprivilegedUser } from '../../deploy/local/servers/postgres.ts';
import { silentTerminal } from '../../deploy/local/terminal.ts';
import { type Fixture, type Launched, launch, createFixture, runScript } from '../deploy/launch.ts';
import { eventually } from '../support/eventually.ts';

const timeout = 300_000;
const key = 'sr_productionlikeproductionlike';

/** Why it cannot be run here; undefined where it can. */
async function obstacle(): Promise<string | undefined> {
  try {
    asUnprivilegedUser({ command: 'postgres', args: [] });
    const names = ['postgres', 'temporalServer', 'temporalSqlTool'] as const;
    await provisionBinaries(names, { terminal: silentTerminal, env: process.env });
    return undefined;
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
}
const why = await obstacle();
if (why) console.warn(`The production-like stack is not tested: ${why}`);

describe.skipIf(why)('the stack with Temporal’s production server on PostgreSQL', () => {
  let ground: Fixture;
  let stack: Launched;
  let site: Server;
  beforeAll(async () => {
    site = createServer((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<title>Here</title><main><h1>A page</h1><p>It has a paragraph of some words.</p></main>');
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    ground = await createFixture();
    stack = launch(runScript, ['start', '--production-like'], {
      ...ground.env,
      EGRESS_ALLOW: '127.0.0.1/32',
      BOOTSTRAP_SECRET_KEY: key,
    });
    await eventually('it is up', () => stack.output().includes('Ctrl-C stops everything'), timeout);
  }, timeout);
  afterAll(async () => {
    stack?.kill('SIGTERM');
    await stack?.ended;
    site?.close();
    ground?.clear();
  }, timeout);

  async function scrape() {
    const answer = await fetch(`http://127.0.0.1:${ground.ports.PORT}/v1/scrape`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `http://127.0.0.1:${(site.address() as AddressInfo).port}/`, formats: ['markdown'] }),
    });
    const { data } = (await answer.json()) as { data?: { markdown?: string } };
    return { status: answer.status, markdown: data?.markdown };
  }
  const scraped = { status: 200, markdown: expect.stringContaining('# A page') };

  const commandOf = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  function serverNamed(pattern: RegExp) {
    const pid = ground.processes().find((each) => pattern.test(commandOf(each)));
    if (!pid) throw new Error(`no process like ${pattern}`);
    return pid;
  }

  test('a page is scraped', { timeout }, async () => {
    expect(await scrape()).toEqual(scraped);
    expect(stack.output()).not.toContain('Temporal UI');
  });

  test.each([
    ['PostgreSQL', /postgres -D/],
    ['Temporal', /temporal-server.* --env production-like/],
  ])('%s comes back when it is killed, and work goes on', { timeout }, async (title, pattern) => {
    process.kill(serverNamed(pattern), 'SIGKILL');
    await stack.printed(`${title} ended (SIGKILL); starting it again`);
    await eventually(`${title} is back`, () => stack.output().includes(`${title} is back.`), timeout);
    await eventually('pages are scraped again', async () => (await scrape()).status === 200, timeout);
    expect(await scrape()).toEqual(scraped);
  });

  test('Ctrl-C stops everything and leaves no process', { timeout }, async () => {
    stack.kill('SIGINT');
    expect(await stack.ended).toBe(0);
    await eventually('no process is left', () => ground.processes().length === 0, 5_000);
  });

  test('the next start finds its databases as they were', { timeout }, async () => {
    stack = launch(runScript, ['stack', '--production-like'], ground.env);
    await eventually('it is up', () => stack.output().includes('The servers are up'), timeout);
    stack.kill('SIGINT');
    expect(await stack.ended).toBe(0);
  });

  test('an option that does not exist is refused in one sentence', { timeout }, async () => {
    const refused = launch(runScript, ['stack', '--production'], ground.env);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toMatch(/--production'.*The only option is --production-like\.$/m);
  });
});
