import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
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

test('a lock is held by one, and free again once released', () => {
  const path = join(folder, 'lock');
  const first = tryLock(path);
  expect(tryLock(path)).toMatchObject({ heldBy: { pid: process.pid } });
  if ('release' in first) first.release();
  expect(tryLock(path)).toHaveProperty('release');
});

test('a lock whose holder was killed is taken over', async () => {
  const path = join(folder, 'lock');
  const how = await runScript(`
    import { tryLock } from ${JSON.stringify(lockModule)};
    if (!('release' in tryLock(${JSON.stringify(path)}))) process.exit(1);
    process.kill(process.pid, 'SIGKILL');`);
  expect(how).toBe('SIGKILL');
  expect(tryLock(path)).toHaveProperty('release');
});

test('a recycled process id does not keep a lock alive', () => {
  const path = join(folder, 'lock');
  writeFileSync(path, JSON.stringify({ pid: process.pid, identity: 'an earlier process with this id' }));
  expect(tryLock(path)).toHaveProperty('release');
});

test('a lock file that a crash left empty is nobody’s', () => {
  const path = join(folder, 'lock');
  writeFileSync(path, '');
  expect(tryLock(path)).toHaveProperty('release');
});

test('of many processes that find a dead holder, each gets its turn alone', { timeout: 60_000 }, async () => {
  const [path, count] = [join(folder, 'lock'), join(folder, 'count')];
  writeFileSync(path, JSON.stringify({ pid: 1, identity: 'long gone' }));
  writeFileSync(count, '0');
  // Reading, pausing and writing back loses an addition whenever two are inside at once.
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
