import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { projectRoot } from '../../deploy/local/project.ts';

const changelog = '# Changelog\n\n## Unreleased\n\n- New: everything.\n\n## 0.1.0\n\nThe first version.\n';
let folder: string;

function write(path: string, value: object | string) {
  writeFileSync(join(folder, path), typeof value === 'string' ? value : `${JSON.stringify(value, null, 2)}\n`);
}

function read(path: string): string {
  return readFileSync(join(folder, path), 'utf8');
}

function git(...args: string[]) {
  execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args], { cwd: folder });
}

function release(...args: string[]) {
  const tsx = pathToFileURL(join(projectRoot, 'node_modules/tsx/dist/esm/index.mjs')).href;
  const script = join(projectRoot, 'deploy/release/main.ts');
  const { status, stderr } = spawnSync(process.execPath, ['--import', tsx, script, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, problem: stderr.trim() };
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightread-release-'));
  mkdirSync(join(folder, 'client'));
  write('package.json', { name: 'sightread', version: '0.1.0' });
  write('client/package.json', { name: '@sightread/client', version: '0.1.0' });
  write('package-lock.json', {
    version: '0.1.0',
    packages: { '': { version: '0.1.0' }, client: { version: '0.1.0' }, 'node_modules/koa': { version: '3.2.1' } },
  });
  write('CHANGELOG.md', changelog);
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'first');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('npm run release', () => {
  it('sets all versions and dates the unreleased changes', () => {
    expect(release('0.2.0')).toEqual({ status: 0, problem: '' });
    for (const path of ['package.json', 'client/package.json']) expect(JSON.parse(read(path)).version).toBe('0.2.0');
    const { version, packages } = JSON.parse(read('package-lock.json'));
    expect([version, packages[''].version, packages.client.version]).toEqual(['0.2.0', '0.2.0', '0.2.0']);
    expect(packages['node_modules/koa'].version).toBe('3.2.1');
    expect(read('CHANGELOG.md')).toMatch(
      /^# Changelog\n\n## Unreleased\n\n## 0\.2\.0 \(\d{4}-\d\d-\d\d\)\n\n- New: everything\.\n\n## 0\.1\.0\n\nThe first version\.\n$/,
    );
  });

  it.each([
    ['nothing', [], '"" is no version: three numbers, such as 0.2.0.'],
    ['nonsense', ['next'], '"next" is no version: three numbers, such as 0.2.0.'],
    ['a v', ['v0.2.0'], '"v0.2.0" is no version: three numbers, such as 0.2.0.'],
    ['the same version', ['0.1.0'], '0.1.0 is not later than 0.1.0.'],
    ['an earlier version', ['0.0.9'], '0.0.9 is not later than 0.1.0.'],
  ])('refuses %s and changes nothing', (_, args, problem) => {
    expect(release(...args)).toEqual({ status: 1, problem });
    expect(read('CHANGELOG.md')).toBe(changelog);
  });

  it('refuses a tree with changes that are not committed', () => {
    write('new.txt', 'not committed');
    expect(release('0.2.0')).toEqual({ status: 1, problem: 'Commit these files first:\n?? new.txt' });
  });

  it('refuses to release nothing', () => {
    write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n## 0.1.0\n\nThe first version.\n');
    git('commit', '-qam', 'nothing new');
    expect(release('0.2.0').problem).toBe('Nothing is under "## Unreleased" in CHANGELOG.md.');
    expect(JSON.parse(read('package.json')).version).toBe('0.1.0');
  });
});
