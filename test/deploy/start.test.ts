import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityOf } from '../../deploy/local/process/processIdentity.mjs';
import { eventually } from '../support/eventually.ts';
import { createFixture, type Fixture, type Launched, launch, stubStart } from './launch.ts';

const timeout = 180_000;
let fixture: Fixture;
let started: Launched;

beforeAll(async () => {
  fixture = await createFixture();
  started = launch(stubStart, [], fixture.env);
  await started.printed('Ctrl-C stops everything');
}, timeout);
afterAll(async () => {
  started.kill('SIGTERM');
  await started.ended;
  fixture.clear();
}, timeout);

function descendantsOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

function commandOf(pid: number) {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
}

function findIn(pids: readonly number[], text: string) {
  return pids.find((pid) => commandOf(pid).includes(text));
}

describe('npm start', () => {
  it('greets with the addresses, the new credentials and curl commands that use them', () => {
    const { PORT, IMAGE_PORT, TEMPORAL_UI_PORT } = fixture.ports;
    const printed = started.output();
    for (const address of [`:${PORT}/v1`, `:${PORT}/v1/docs`, `:${IMAGE_PORT}`, `:${TEMPORAL_UI_PORT}`]) {
      expect(printed).toMatch(new RegExp(`http://localhost${address}$`, 'm'));
    }
    for (const value of ['owner@localhost', 'stub-password', 'sr_stub', 'pk_stub']) expect(printed).toContain(value);
    expect(printed).toContain(`curl -s http://localhost:${PORT}/v1/scrape -H "Authorization: Bearer sr_stub"`);
    expect(printed).toContain(`curl -s http://localhost:${PORT}/v1/credits -H "Authorization: Bearer sr_stub"`);
    expect(printed).toMatch(/curl -s -o github.svg "http:\/\/localhost:\d+\/github.com\?token=pk_stub/);
  });

  it('removes the file with the new credentials once it has shown them', () =>
    eventually('the file is gone', () => !existsSync(join(fixture.home, 'first-keys.json'))));

  it('writes every log line to the log file, and warnings to the terminal as well', async () => {
    const log = () => readFileSync(join(fixture.home, 'logs/gateway.log'), 'utf8');
    await eventually('both lines are in the log', () => log().includes('serving') && log().includes('a warning'));
    expect(started.output()).toContain('gateway warning: a warning for the terminal');
    expect(started.output()).not.toContain('serving');
  });

  it('restarts a killed worker and kills the processes that it had started', { timeout }, async () => {
    const before = descendantsOf(started.pid);
    const worker = findIn(before, '--queues flow,fetch') ?? 0;
    const [browser = 0] = descendantsOf(worker);
    expect(identityOf(browser)).toBeDefined();
    process.kill(worker, 'SIGKILL');
    await started.printed('worker ended (SIGKILL); starting it again in 0.5 s.');
    await started.printed('worker is back.');
    expect(identityOf(browser)).toBeUndefined();
    expect(findIn(descendantsOf(started.pid), '--queues flow,fetch')).not.toBe(worker);
  });

  it('stops on SIGTERM and leaves no process behind, not even one in another process group', {
    timeout,
  }, async () => {
    const all = descendantsOf(started.pid).map((pid) => ({ pid, identity: identityOf(pid) }));
    expect(all.length).toBeGreaterThanOrEqual(6); // three servers, gateway, the worker with a child
    started.kill('SIGTERM');
    expect(await started.ended).toBe(0);
    const left = () => all.filter(({ pid, identity }) => identityOf(pid) === identity);
    await eventually('no process is left', () => left().length === 0);
  });
});
