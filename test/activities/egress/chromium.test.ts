import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryDirOf } from '../../../activities/egress/chromiumProfile.ts';
import { processTree } from '../../../activities/egress/processTree.ts';
import { pageOptions, profileNames, siteWithPage } from './browserPages.ts';
import { failureOf } from './sites.ts';
import { browser, noChromium } from './testBrowser.ts';

describe.skipIf(noChromium)('Chromium', () => {
  it('leaves no process and no file behind when the pool closes', async () => {
    const before = profileNames();
    const { url } = await siteWithPage('');
    const { render, pool } = await browser();
    const [pids] = await Promise.all([
      pool.withPage(pageOptions, async (own) => processTree(own.browser().process()?.pid ?? 0)),
      render({ url: `${url}/good` }),
    ]);
    expect(pids.filter(isAlive).length).toBeGreaterThan(2);
    const own = profileNames().filter((name) => !before.includes(name));
    expect(own).toHaveLength(1);
    expect(processesWithProfile(own).length).toBeGreaterThan(0);
    await pool.close();
    await expect.poll(() => pids.filter(isAlive)).toEqual([]);
    await expect.poll(() => processesWithProfile(own)).toEqual([]);
    expect(profileNames()).toEqual(before);
    expect(await failureOf(render({ url }))).toBe('DependencyDown: The browser is shutting down.');
  });

  it('removes the profile of a worker that was killed', async () => {
    const endedPid = spawnSync('true').pid;
    const profile = mkdtempSync(join(tmpdir(), `sightread-chromium-${endedPid}-`));
    const { pool } = await browser();
    await pool.withPage(pageOptions, async () => {});
    expect(existsSync(profile)).toBe(false);
  });

  it('removes an older profile with the process id of this worker', async () => {
    const profile = mkdtempSync(join(tmpdir(), `sightread-chromium-${process.pid}-`));
    utimesSync(profile, new Date(0), new Date(0));
    const { pool } = await browser();
    await pool.withPage(pageOptions, async () => {});
    expect(existsSync(profile)).toBe(false);
  });

  it('writes nothing outside its profile and does not inherit the secrets of the service', async () => {
    process.env['OPENAI_API_KEY'] = 'a-secret-key';
    onTestFinished(() => {
      delete process.env['OPENAI_API_KEY'];
    });
    const { pool } = await browser();
    await pool.withPage(pageOptions, async (own) => {
      const pids = await processTree(own.browser().process()?.pid ?? 0);
      const environment = pids.map(environmentOf).join('\0');
      expect(environment).not.toContain('a-secret-key');
      const temporaryDirs = new Set(environment.split('\0').filter((one) => one.startsWith('TMPDIR=')));
      expect([...temporaryDirs]).toEqual([
        expect.stringMatching(`^TMPDIR=${tmpdir()}/sightread-chromium-${process.pid}-\\w+/t$`),
      ]);
      const profile = [...temporaryDirs].join().slice('TMPDIR='.length, -'/t'.length);
      // A killed worker would leave files outside the profile behind.
      const files = pids.flatMap(openFiles).filter((path) => path.startsWith(`${tmpdir()}/`));
      expect(files.length).toBeGreaterThan(0);
      expect(files.filter((path) => !path.startsWith(`${profile}/`))).toEqual([]);
    });
  });

  it('keeps its temporary files in its profile unless the path of its socket would be too long', () => {
    expect(temporaryDirOf('/tmp/sightread-chromium-1-abcdef')).toBe('/tmp/sightread-chromium-1-abcdef/t');
    expect(temporaryDirOf(`/${'a'.repeat(60)}`)).toBe(tmpdir());
  });

  it('reports that it could not be started and leaves no profile behind', async () => {
    const { render } = await browser({ chromiumPath: '/does/not/exist' });
    const before = profileNames();
    expect(await failureOf(render({ url: 'http://127.0.0.1:1024/' }))).toBe(
      'DependencyDown: The browser could not be started.',
    );
    expect(profileNames()).toEqual(before);
  });
});

/** All processes that were started with one of these profiles, whatever their parent is. */
function processesWithProfile(names: string[]) {
  return readdirSync('/proc').filter((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return names.some((name) => command.includes(name));
    } catch {
      return false;
    }
  });
}

/** False for zombies, which their parent has not reaped yet. */
function isAlive(pid: number) {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

function environmentOf(pid: number) {
  return ifAlive(() => readFileSync(`/proc/${pid}/environ`, 'utf8')) ?? '';
}

function openFiles(pid: number): string[] {
  return (ifAlive(() => readdirSync(`/proc/${pid}/fd`)) ?? []).flatMap(
    (fd) => ifAlive(() => readlinkSync(`/proc/${pid}/fd/${fd}`)) ?? [],
  );
}

function ifAlive<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    // The process has ended or closed the file.
    return undefined;
  }
}
