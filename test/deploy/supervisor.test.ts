import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimHome, type Home } from '../../deploy/local/home.ts';
import type { ProcessSpec } from '../../deploy/local/process/spec.ts';
import { superviseProcess } from '../../deploy/local/process/supervisor.ts';
import { silentTerminal } from '../../deploy/local/terminal.ts';
import { heldStartVariable } from '../../runtime/heldStart.ts';
import { eventually } from '../support/eventually.ts';

let home: Home & { release(): void };
beforeAll(async () => {
  home = await claimHome(mkdtempSync(join(tmpdir(), 'sightread-supervisor-')), silentTerminal);
});
afterAll(() => {
  home.release();
  rmSync(home.folder, { recursive: true, force: true });
});

function specOf(name: string, source: string): ProcessSpec {
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

function deps() {
  return { home, terminal: silentTerminal };
}

const readySource = `setInterval(() => {}, 1000); process.send({ type: 'ready' });`;

describe('the process supervisor', () => {
  it('reports a process that ends before it is ready with the end of its log, and does not restart it', async () => {
    const source = `console.error('The settings need attention: PORT must be a number'); process.exit(3);`;
    await expect(superviseProcess(specOf('broken', source), deps())).rejects.toThrow(
      /^broken did not start: it ended \(exit code 3\)\. The end of its log, .+broken\.log:\n {2}The settings need attention: PORT must be a number$/,
    );
  });

  it('reports a command that does not exist', async () => {
    const spec = { ...specOf('absent', ''), command: join(home.folder, 'no-such-command') };
    await expect(superviseProcess(spec, deps())).rejects.toThrow(/^absent did not start: it ended \(.*ENOENT/);
  });

  it('tells a process that was started early when to go on, after a restart at once', async () => {
    const source = `if (process.env.${heldStartVariable}) process.once('message', () => { ${readySource} });`;
    let goOn = () => {};
    const startWhen = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let isReady = false;
    const starting = superviseProcess({ ...specOf('early', source), startWhen }, deps());
    void starting.then(() => {
      isReady = true;
    });
    await sleep(500);
    expect(isReady).toBe(false);
    goOn();
    const child = await starting;
    child.kill('SIGKILL');
    await child.waitReady();
    expect(child.restarts).toBe(1);
    await child.stop();
  });

  it('kills a process that ignores SIGTERM after the grace period', async () => {
    const child = await superviseProcess(specOf('deaf', `process.on('SIGTERM', () => {}); ${readySource}`), deps());
    const { pid = 0 } = child;
    await child.stop();
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it('stops a paused process within its grace period', async () => {
    const child = await superviseProcess({ ...specOf('paused', readySource), graceMs: 30_000 }, deps());
    child.kill('SIGSTOP');
    await child.stop();
    expect(child.pid).toBeUndefined();
  });

  it('lets waitReady wait for the next run after a kill', async () => {
    const source = `setInterval(() => {}, 1000); process.send({ type: 'ready', pid: process.pid });`;
    const child = await superviseProcess(specOf('mortal', source), deps());
    const { pid } = child;
    child.kill('SIGKILL');
    await child.waitReady();
    expect(child.restarts).toBe(1);
    expect(child.pid).not.toBe(pid);
    expect(child.readyMessage).toEqual({ type: 'ready', pid: child.pid });
    await child.stop();
  });

  it('restarts a process whose log folder was missing for a while', async () => {
    const printed: string[] = [];
    const terminal = { ...silentTerminal, print: (line: string) => void printed.push(line) };
    const child = await superviseProcess(specOf('displaced', readySource), { home, terminal });
    const elsewhere = `${home.logs}-elsewhere`;
    renameSync(home.logs, elsewhere);
    child.kill('SIGKILL');
    await eventually('the failed restart is reported', () =>
      printed.some((line) => /displaced could not be started: .*ENOENT/.test(line)),
    );
    renameSync(elsewhere, home.logs);
    await child.waitReady();
    await child.stop();
  });
});
