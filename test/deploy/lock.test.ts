import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tryLock } from '../../deploy/local/process/lock.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightread-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lockModule = new URL('../../deploy/local/process/lock.mjs', import.meta.url).href;

function runScript(source: string): Promise<number | NodeJS.Signals | null> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: 'inherit' });
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
}

describe('the lock between processes', () => {
  it('has one holder at a time, and is free again once released', () => {
    const path = join(folder, 'lock');
    const first = tryLock(path);
    expect(tryLock(path)).toMatchObject({ heldBy: { pid: process.pid } });
    if ('release' in first) first.release();
    expect(tryLock(path)).toHaveProperty('release');
  });

  it('is released once: a second release leaves it to its next holder', () => {
    const path = join(folder, 'lock');
    const first = tryLock(path);
    if ('release' in first) first.release();
    expect(tryLock(path)).toHaveProperty('release');
    if ('release' in first) first.release();
    expect(tryLock(path)).toMatchObject({ heldBy: { pid: process.pid } });
  });

  it('can be taken over when its holder was killed', async () => {
    const path = join(folder, 'lock');
    const how = await runScript(`
    import { tryLock } from ${JSON.stringify(lockModule)};
    if (!('release' in tryLock(${JSON.stringify(path)}))) process.exit(1);
    process.kill(process.pid, 'SIGKILL');`);
    expect(how).toBe('SIGKILL');
    expect(tryLock(path)).toHaveProperty('release');
  });

  it('can be taken over when its holder’s pid now belongs to another process', () => {
    const path = join(folder, 'lock');
    writeFileSync(path, JSON.stringify({ pid: process.pid, identity: 'an earlier process with this id' }));
    expect(tryLock(path)).toHaveProperty('release');
  });

  it('is free when a crash has left its file empty', () => {
    const path = join(folder, 'lock');
    writeFileSync(path, '');
    expect(tryLock(path)).toHaveProperty('release');
  });

  it('is held by one process at a time when many find the same dead holder', async () => {
    const [path, count] = [join(folder, 'lock'), join(folder, 'count')];
    writeFileSync(path, JSON.stringify({ pid: 1, identity: 'long gone' }));
    writeFileSync(count, '0');
    // Reading, pausing and writing back loses an addition whenever two processes hold the lock at once.
    const addThrice = `
    import { readFileSync, writeFileSync } from 'node:fs';
    import { setTimeout as sleep } from 'node:timers/promises';
    import { withLock } from ${JSON.stringify(lockModule)};
    for (let turn = 0; turn < 3; turn += 1) await withLock(${JSON.stringify(path)}, async () => {
      const seen = Number(readFileSync(${JSON.stringify(count)}, 'utf8'));
      await sleep(20);
      writeFileSync(${JSON.stringify(count)}, String(seen + 1));
    });`;
    expect(await Promise.all(Array.from({ length: 6 }, () => runScript(addThrice)))).toEqual([0, 0, 0, 0, 0, 0]);
    expect(readFileSync(count, 'utf8')).toBe('18');
  });
});
