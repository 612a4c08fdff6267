import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ensureCached, ensureCompiled } from '../../deploy/build/cache.mjs';
import { sourcesOf } from '../../deploy/build/sources.mjs';
import { projectRoot } from '../../deploy/local/project.ts';

const timeout = 180_000;
const root = mkdtempSync(join(tmpdir(), 'sightread-compiled-'));
const cache = join(root, 'node_modules/.cache/sightread');
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the compiled sources', () => {
  it('have a file for each module, script and data file', { timeout }, async () => {
    const compiled = await ensureCompiled(projectRoot);
    const expected = sourcesOf(projectRoot).filter((file) => !file.endsWith('.d.ts'));
    const missing = expected.filter((file) => !existsSync(join(compiled, file.replace(/\.tsx?$/, '.js'))));
    expect(missing).toEqual([]);
  });

  it('name the lines of the sources in stack traces, on the main thread and on the threads of pools', {
    timeout,
  }, async () => {
    const compiled = await ensureCompiled(projectRoot);
    const script = join(root, 'traces.mjs');
    writeFileSync(
      script,
      `
      const { readSettings } = await import('${compiled}/runtime/settings.js');
      try { readSettings({ PORT: 'none' }); } catch (error) { console.log(error.stack); }
      const { createThreadPool } = await import('${compiled}/runtime/threads/pool.js');
      const task = new URL('file://${compiled}/runtime/settings.js');
      const pool = createThreadPool({ task, threads: 1, timeoutMs: 60_000 });
      await pool.run('readSettings', { PORT: 'none' }).catch((error) => console.log(error.stack));
      await pool.close();`,
    );
    const flags = ['--import', join(compiled, 'runtime/sourceMaps.mjs')];
    const printed = execFileSync(process.execPath, [...flags, script], { encoding: 'utf8' });
    expect(printed.match(/at (?:Module\.)?readSettings \(\S+\/runtime\/settings\.ts:\d+:\d+\)/g)).toHaveLength(2);
  });
});

describe('ensureCached', () => {
  it('makes what is missing, once', async () => {
    let made = 0;
    async function make(target: string) {
      made += 1;
      writeFileSync(target, 'made');
    }
    const path = await ensureCached(root, 'once', make);
    expect(await ensureCached(root, 'once', make)).toBe(path);
    expect(made).toBe(1);
  });

  it('gives two starts at the same time the same file', async () => {
    const make = async (target: string) => writeFileSync(target, 'made');
    const paths = await Promise.all([1, 2].map(() => ensureCached(root, 'twice', make)));
    expect(new Set(paths).size).toBe(1);
    expect(readdirSync(cache).filter((name) => name.includes('twice'))).toEqual(['twice']);
  });

  it('leaves nothing that looks finished where making it failed', async () => {
    await expect(
      ensureCached(root, 'failed', async (target) => {
        writeFileSync(target, 'half');
        throw new Error('the disk is full');
      }),
    ).rejects.toThrow('the disk is full');
    expect(existsSync(join(cache, 'failed'))).toBe(false);
  });

  it('removes what no start has used for days', async () => {
    const make = async (target: string) => writeFileSync(target, 'made');
    const old = await ensureCached(root, 'old', make);
    const fourDaysAgo = new Date(Date.now() - 4 * 24 * 60 * 60 * 1_000);
    utimesSync(old, fourDaysAgo, fourDaysAgo);
    const kept = await ensureCached(root, 'kept', make);
    expect([existsSync(old), existsSync(kept)]).toEqual([false, true]);
  });
});
