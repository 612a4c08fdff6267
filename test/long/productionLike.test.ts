import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { provisionBinaries } from '../../deploy/local/provision/binaries.ts';
import { asUnprivilegedUser } from '../../deploy/local/servers/postgres.ts';
import { silentTerminal } from '../../deploy/local/terminal.ts';
import { createFixture, type Fixture, type Launched, launch, runScript } from '../deploy/launch.ts';
import { eventually } from '../support/eventually.ts';

const timeout = 300_000;
const key = 'sr_productionlikeproductionlike';

/** The reason why this machine cannot run the production-like stack; undefined if it can. */
async function skipReasonOf(): Promise<string | undefined> {
  try {
    asUnprivilegedUser({ command: 'postgres', args: [] });
    const names = ['postgres', 'temporalServer', 'temporalSqlTool'] as const;
    await provisionBinaries(names, { terminal: silentTerminal, env: process.env });
    return undefined;
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
}
const skipReason = await skipReasonOf();
if (skipReason) console.warn(`The production-like stack is not tested: ${skipReason}`);

describe.skipIf(skipReason)('npm start --production-like', () => {
  let fixture: Fixture;
  let stack: Launched;
  let site: Server;
  beforeAll(async () => {
    site = createServer((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<title>Here</title><main><h1>A page</h1><p>It has a paragraph of some words.</p></main>');
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    fixture = await createFixture();
    stack = launch(runScript, ['start', '--production-like'], {
      ...fixture.env,
      EGRESS_ALLOW: '127.0.0.1/32',
      BOOTSTRAP_SECRET_KEY: key,
    });
    await eventually('the stack is up', () => stack.output().includes('Ctrl-C stops everything'), timeout);
  }, timeout);
  afterAll(async () => {
    stack?.kill('SIGTERM');
    await stack?.ended;
    site?.close();
    fixture?.clear();
  }, timeout);

  async function scrape() {
    const answer = await fetch(`http://127.0.0.1:${fixture.ports.PORT}/v1/scrape`, {
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
    const pid = fixture.processes().find((each) => pattern.test(commandOf(each)));
    if (!pid) throw new Error(`no process matches ${pattern}`);
    return pid;
  }

  it('scrapes a page with Temporal’s production server on PostgreSQL', { timeout }, async () => {
    expect(await scrape()).toEqual(scraped);
    expect(stack.output()).not.toContain('Temporal UI');
  });

  it.each([
    ['PostgreSQL', /postgres -D/],
    ['Temporal', /temporal-server.* --env production-like/],
  ])('restarts %s when it is killed, and continues to scrape pages', { timeout }, async (title, pattern) => {
    process.kill(serverNamed(pattern), 'SIGKILL');
    await stack.printed(`${title} ended (SIGKILL); starting it again`);
    await eventually(`${title} is back`, () => stack.output().includes(`${title} is back.`), timeout);
    await eventually('pages are scraped again', async () => (await scrape()).status === 200, timeout);
    expect(await scrape()).toEqual(scraped);
  });

  it('stops on Ctrl-C and leaves no process behind', { timeout }, async () => {
    stack.kill('SIGINT');
    expect(await stack.ended).toBe(0);
    await eventually('no process is left', () => fixture.processes().length === 0, 5_000);
  });

  it('starts again with the databases of the first start', { timeout }, async () => {
    stack = launch(runScript, ['stack', '--production-like'], fixture.env);
    await eventually('the stack is up', () => stack.output().includes('Ctrl-C stops them'), timeout);
    stack.kill('SIGINT');
    expect(await stack.ended).toBe(0);
  });

  it('refuses an unknown option in one sentence', { timeout }, async () => {
    const refused = launch(runScript, ['stack', '--production'], fixture.env);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toMatch(/--production'.*The only option is --production-like\.$/m);
  });
});
