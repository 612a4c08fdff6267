import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { identityOf } from '../../deploy/local/process/processIdentity.mjs';
import { eventually } from '../support/eventually.ts';
import { type Fixture, type Launched, launch, createFixture, stubStart } from './launch.ts';

const timeout = 120_000;
let ground: Fixture;
let started: Launched;

beforeAll(async () => {
  ground = await createFixture();
  started = launch(stubStart, [], ground.env);
  await started.printed('Ctrl-C stops everything');
}, timeout);
afterAll(async () => {
  started.kill('SIGTERM');
  await started.ended;
  ground.clear();
}, timeout);

/** Our own processes: the direct children of the supervisor and all of theirs. */
function family(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return children.flatMap((child) => [child, ...family(child)]);
}
function commandOf(pid: number) {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
}
function findIn(pids: readonly number[], text: string) {
  return pids.find((pid) => commandOf(pid).includes(text));
}

test('the greeting names the addresses, what was made, and curl lines that can be pasted', () => {
  const { PORT, IMAGE_PORT, TEMPORAL_UI_PORT } = ground.ports;
  const words = started.output();
  for (const address of [`:${PORT}/v1`, `:${PORT}/v1/docs`, `:${IMAGE_PORT}`, `:${TEMPORAL_UI_PORT}`]) {
    expect(words).toMatch(new RegExp(`http://localhost${address}$`, 'm'));
  }
  for (const made of ['owner@localhost', 'tiny-password', 'sr_tiny', 'pk_tiny']) expect(words).toContain(made);
  expect(words).toContain(`curl -s http://localhost:${PORT}/v1/scrape -H "Authorization: Bearer sr_tiny"`);
  expect(words).toContain(`curl -s http://localhost:${PORT}/v1/credits -H "Authorization: Bearer sr_tiny"`);
  expect(words).toMatch(/curl -s -o github.svg "http:\/\/localhost:\d+\/github.com\?token=pk_tiny/);
});

test('every log line goes to the file, warnings to the terminal too', async () => {
  const log = () => readFileSync(join(ground.home, 'logs/gateway.log'), 'utf8');
  await eventually('both lines are in the log', () => log().includes('serving') && log().includes('a warning'));
  expect(started.output()).toContain('gateway warning: a warning for the terminal');
  expect(started.output()).not.toContain('serving');
});

test('a worker that is killed comes back, and what it had started is gone', { timeout }, async () => {
  const before = family(started.pid);
  const worker = findIn(before, '--queues fetch') ?? 0;
  const [browser = 0] = family(worker);
  expect(identityOf(browser)).toBeDefined();
  process.kill(worker, 'SIGKILL');
  await started.printed('worker-fetch ended (SIGKILL); starting it again in 0.5 s.');
  await started.printed('worker-fetch is back.');
  expect(identityOf(browser)).toBeUndefined();
  expect(findIn(family(started.pid), '--queues fetch')).not.toBe(worker);
});

test('SIGTERM stops everything in order and leaves no process, not even one that left its group', {
  timeout,
}, async () => {
  const all = family(started.pid).map((pid) => ({ pid, identity: identityOf(pid) }));
  expect(all.length).toBeGreaterThanOrEqual(8); // three servers, gateway, two workers with a child each
  started.kill('SIGTERM');
  expect(await started.ended).toBe(0);
  const left = () => all.filter(({ pid, identity }) => identityOf(pid) === identity);
  await eventually('no process is left', () => left().length === 0, 1_000);
});
