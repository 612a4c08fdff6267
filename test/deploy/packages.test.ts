import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const timeout = 180_000;
const packagesModule = new URL('../../deploy/local/provision/packages.mjs', import.meta.url).href;
let root: string;

/** A project whose only dependency is a folder inside it, so that npm needs no network. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sightread-packages-'));
  mkdirSync(join(root, 'leaf'));
  writeFileSync(join(root, 'leaf/package.json'), JSON.stringify({ name: 'leaf', version: '1.0.0' }));
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'tree', dependencies: { leaf: 'file:./leaf' } }));
  execFileSync('npm', ['install', '--package-lock-only', '--offline'], { cwd: root, stdio: 'pipe' });
}, timeout);
afterEach(() => rmSync(root, { recursive: true, force: true }));

function ensure(): Promise<{ code: number | null; output: string }> {
  const source = `
    import { ensurePackages } from ${JSON.stringify(packagesModule)};
    await ensurePackages(${JSON.stringify(root)}).catch((error) => { console.log(error.message); process.exit(1); });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

describe('ensurePackages', () => {
  it('installs missing packages once when two processes start at the same time', { timeout }, async () => {
    const both = await Promise.all([ensure(), ensure()]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(both.filter(({ output }) => output.includes('Packages installed'))).toHaveLength(1);
    expect(existsSync(join(root, 'node_modules/leaf/package.json'))).toBe(true);
    expect(await ensure()).toEqual({ code: 0, output: '' });
  });

  it('installs the packages again when the lock file has changed', { timeout }, async () => {
    await ensure();
    const lock = join(root, 'package-lock.json');
    writeFileSync(lock, `${readFileSync(lock, 'utf8')}\n`);
    const later = new Date(Date.now() + 60_000);
    utimesSync(lock, later, later);
    expect((await ensure()).output).toContain('Packages installed');
    expect(await ensure()).toEqual({ code: 0, output: '' });
  });

  it('reports a failed install with the end of npm’s output', { timeout }, async () => {
    writeFileSync(join(root, 'package-lock.json'), 'not a lock file');
    const { code, output } = await ensure();
    expect(code).toBe(1);
    expect(output).toContain('The packages could not be installed (npm ci: exit code 1):\n  npm error');
  });
});
