import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordProcess, stopOrphans } from '../../deploy/local/process/orphans.ts';
import { silentTerminal } from '../../deploy/local/terminal.ts';

let run: string;
const started: ChildProcess[] = [];
beforeEach(() => {
  run = mkdtempSync(join(tmpdir(), 'sightread-run-'));
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  rmSync(run, { recursive: true, force: true });
});

function idle(env: NodeJS.ProcessEnv = {}): { pid: number; ended: Promise<string | number | null> } {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  started.push(child);
  return {
    pid: child.pid ?? 0,
    ended: new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code))),
  };
}

describe('stopOrphans', () => {
  it('stops a recorded process that outlived its supervisor, and every process that has its token', async () => {
    const server = idle();
    const browser = idle({ SIGHTREAD_PART: 'token-of-the-run' });
    recordProcess(run, 'server', server.pid, 'token-of-the-run');
    await stopOrphans(run, silentTerminal);
    expect(await server.ended).toBe('SIGTERM');
    expect(await browser.ended).toBe('SIGKILL');
    expect(readdirSync(run)).toEqual([]);
  });

  it('leaves a process alone that has the recorded pid but another start time', async () => {
    const stranger = idle();
    recordProcess(run, 'server', stranger.pid, 'some-token');
    const record = join(run, readdirSync(run)[0] ?? '');
    writeFileSync(
      record,
      readFileSync(record, 'utf8').replace(/"identity":"[^"]+"/, '"identity":"an earlier process"'),
    );
    await stopOrphans(run, silentTerminal);
    expect(process.kill(stranger.pid, 0)).toBe(true);
    expect(readdirSync(run)).toEqual([]);
  });
});
