import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimHome, type Home } from '../../deploy/local/home.ts';
import { type ProcessSpec, superviseProcess } from '../../deploy/local/process/supervisor.ts';
import { silentTerminal } from '../../deploy/local/terminal.ts';
import { eventually } from '../support/eventually.ts';

let home: Home & { release(): void };
beforeAll(async () => {
  home = await claimHome(mkdtempSync(join(tmpdir(), 'sightread-part-')), silentTerminal);
});
afterAll(() => {
  home.release();
  rmSync(home.folder, { recursive: true, force: true });
});

function planOf(name: string, source: string): ProcessSpec {
  return {
    name,
    title: name,
    command: process.execPath,
    args: ['-e', source],
    env: process.env,
    cwd: home.folder,
    graceMs: 300,
    readyTimeoutMs: 30_000,
  };
}
function ground() {
  return { home, terminal: silentTerminal };
}

test('a part that ends before it ever served is reported with the end of its log, not started again', async () => {
  const source = `console.error('The settings need attention: PORT must be a number'); process.exit(3);`;
  await expect(superviseProcess(planOf('broken', source), ground())).rejects.toThrow(
    /^broken did not start: it ended \(exit code 3\)\. The end of its log, .+broken\.log:\n {2}The settings need attention: PORT must be a number$/,
  );
});

test('a command that does not exist is reported', async () => {
  const plan = { ...planOf('absent', ''), command: join(home.folder, 'no-such-command') };
  await expect(superviseProcess(plan, ground())).rejects.toThrow(/^absent did not start: it ended \(.*ENOENT/);
});

test('a part that does not listen to SIGTERM is killed after its grace time', async () => {
  const source = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); process.send({ type: 'ready' });`;
  const part = await superviseProcess(planOf('deaf', source), ground());
  const { pid = 0 } = part;
  await part.stop();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('a paused part is stopped all the same', async () => {
  const source = `setInterval(() => {}, 1000); process.send({ type: 'ready' });`;
  const part = await superviseProcess({ ...planOf('paused', source), graceMs: 30_000 }, ground());
  part.kill('SIGSTOP');
  await part.stop();
  expect(part.pid).toBeUndefined();
});

test('waitReady after a kill waits for the next life', async () => {
  const source = `setInterval(() => {}, 1000); process.send({ type: 'ready', pid: process.pid });`;
  const part = await superviseProcess(planOf('mortal', source), ground());
  const { pid } = part;
  part.kill('SIGKILL');
  await part.waitReady();
  expect(part.restarts).toBe(1);
  expect(part.pid).not.toBe(pid);
  expect(part.readyMessage).toEqual({ type: 'ready', pid: part.pid });
  await part.stop();
});

test('a part whose folder is gone for a while comes back when it is there again', async () => {
  const source = `setInterval(() => {}, 1000); process.send({ type: 'ready' });`;
  const said: string[] = [];
  const terminal = { ...silentTerminal, say: (line: string) => void said.push(line) };
  const part = await superviseProcess(planOf('displaced', source), { home, terminal });
  const elsewhere = `${home.logs}-elsewhere`;
  renameSync(home.logs, elsewhere);
  part.kill('SIGKILL');
  await eventually('it is told', () => said.some((line) => /displaced could not be started: .*ENOENT/.test(line)));
  renameSync(elsewhere, home.logs);
  await part.waitReady();
  await part.stop();
});
