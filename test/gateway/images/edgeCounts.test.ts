import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EdgeCounts, openEdgeCounts } from '../../../gateway/images/edgeCounts.ts';
import type { Counted } from '../../../storage/usage.ts';
import { eventually } from '../../support/eventually.ts';

const edge = 'edge-1';
const time = Date.UTC(2026, 10, 15, 12) / 1_000;

/** As deploy/edge/nginx.conf writes it. */
function line(key: string, domain = 'example.com', at = time): string {
  return `${at}.123 acc ${key} icon ${domain} light\n`;
}

let folder: string;
const opened: EdgeCounts[] = [];
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'edge-counts-')), 'counts');
});
afterEach(async () => {
  vi.useRealTimers();
  for (const each of opened.splice(0)) await each.close();
  rmSync(join(folder, '..'), { recursive: true, force: true });
});

/** What the database would have: the most that was recorded of each total. */
function database() {
  const kept = new Map<string, number>();
  return {
    isDown: false,
    async record(instance: string, totals: readonly Counted[]) {
      if (this.isDown) throw new Error('the database is away');
      for (const { key, day, requests } of totals) {
        const id = `${key}:${day}:${instance}`;
        kept.set(id, Math.max(kept.get(id) ?? 0, requests));
      }
    },
    of: (key: string, day = '2026-11-15') =>
      [...kept].filter(([id]) => id.startsWith(`${key}:${day}`)).reduce((sum, [, requests]) => sum + requests, 0),
  };
}

async function open(usage: ReturnType<typeof database>, instance = 'gateway-1', at = folder) {
  const noted = vi.fn();
  const counts = await openEdgeCounts({
    ...{ folder: at, instance, usage, lastUse: () => {}, lastAsked: { note: noted, close: async () => {} } },
    ...{ metrics: { imagesCounted: () => () => {} }, log: pino({ enabled: false }), onCounted: () => {} },
  });
  opened.push(counts);
  return { counts, noted };
}

/** Does what the edge does with the answer to its first check: it writes to the file that it names. */
async function trust(counts: EdgeCounts, at = folder): Promise<string> {
  expect(counts.lease(edge)).toBeUndefined();
  appendFileSync(join(at, counts.probe(edge) ?? ''), line('probe'));
  await counts.written();
  return join(at, counts.lease(edge) ?? '');
}

describe('what the edge counts', () => {
  it('is added up by key and day, once, however often it is read', async () => {
    const usage = database();
    const { counts, noted } = await open(usage);
    const file = await trust(counts);
    appendFileSync(file, line('k1') + line('k1', 'other.com') + line('k2') + line('k1', 'example.com', time + 86_400));
    await counts.written();
    await counts.written();
    expect([usage.of('k1'), usage.of('k2'), usage.of('k1', '2026-11-16')]).toEqual([2, 1, 1]);
    expect(usage.of('probe')).toBe(0);
    expect(noted.mock.calls.map(([domain]) => domain)).toContain('other.com');
  });

  it('is whole lines only: half of one is read when it is complete', async () => {
    const usage = database();
    const { counts } = await open(usage);
    const file = await trust(counts);
    appendFileSync(file, line('k1') + line('k1').slice(0, 20));
    await counts.written();
    expect(usage.of('k1')).toBe(1);
    appendFileSync(file, line('k1').slice(20));
    await counts.written();
    expect(usage.of('k1')).toBe(2);
  });

  it('is left to the next gateway by one that was killed, with what is written afterwards', async () => {
    const usage = database();
    const { counts } = await open(usage);
    const file = await trust(counts);
    appendFileSync(file, line('k1').repeat(3));
    await counts.written();
    // It was killed before it read these, and the edge still relies on its last answer.
    appendFileSync(file, line('k1').repeat(4));
    const next = await open(usage, 'gateway-2');
    expect(usage.of('k1')).toBe(7);
    appendFileSync(file, line('k1').repeat(5));
    await eventually('the next gateway reads it', () => usage.of('k1') === 12, 30_000);
    await next.counts.written();
    expect(usage.of('k1')).toBe(12);
  });

  it('waits in its file while the database is unreachable', async () => {
    const usage = database();
    const { counts } = await open(usage);
    const file = await trust(counts);
    usage.isDown = true;
    appendFileSync(file, line('k1').repeat(3));
    await counts.written();
    usage.isDown = false;
    await eventually('the database has it', () => usage.of('k1') === 3, 30_000);
  });

  it('is kept until nobody has written for a minute, and a file that comes back under its name counts by itself', async () => {
    const usage = database();
    mkdirSync(folder, { recursive: true });
    const left = join(folder, 'killed-0-1.edge');
    writeFileSync(left, line('k1').repeat(3));
    await open(usage);
    expect([usage.of('k1'), readdirSync(folder).includes('killed-0-1.edge')]).toEqual([3, true]);
    const longAgo = new Date(Date.now() - 120_000);
    utimesSync(left, longAgo, longAgo);
    const { ino } = statSync(left);
    await eventually('it is removed', () => !readdirSync(folder).includes('killed-0-1.edge'), 30_000);
    // A file system may give a new file the number of the one that was removed.
    const candidates = ['one', 'two'].map((name) => join(folder, name));
    for (const path of candidates) writeFileSync(path, line('k1').repeat(2));
    renameSync(candidates.find((path) => statSync(path).ino !== ino) ?? '', left);
    await eventually('it is counted', () => usage.of('k1') === 5, 30_000);
  });

  it('is in another file after the first has grown large', async () => {
    const usage = database();
    const { counts } = await open(usage);
    const file = await trust(counts);
    const lines = line('k1').repeat(1_000);
    for (let bytes = 0; bytes <= 32 * 1024 * 1024; bytes += lines.length) appendFileSync(file, lines);
    await counts.written();
    expect(counts.lease(edge)).toBeUndefined();
    await eventually('there is a new file', () => ![undefined, file].includes(counts.lease(edge)), 30_000);
    const second = join(folder, counts.lease(edge) ?? '');
    const before = usage.of('k1');
    appendFileSync(file, line('k1'));
    appendFileSync(second, line('k1'));
    await counts.written();
    expect(usage.of('k1')).toBe(before + 2);
  });

  it('is nothing at all if the edge writes to another folder', async () => {
    const { counts } = await open(database());
    expect(counts.probe(edge)).toBeDefined();
    await counts.written();
    expect(counts.lease(edge)).toBeUndefined();
    expect(counts.lease('edge-2')).toBeUndefined();
  });
});

/** Undefined where this user may not mount. */
function mountDisk(megabytes: number): string | undefined {
  const disk = mkdtempSync(join(tmpdir(), 'edge-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', disk], { stdio: 'ignore' });
    return disk;
  } catch {
    rmSync(disk, { recursive: true });
    return undefined;
  }
}

function fillDisk(disk: string) {
  const filler = join(disk, 'filler');
  for (const bytes of [1024 * 1024, 4096, 1]) {
    try {
      for (;;) appendFileSync(filler, Buffer.alloc(bytes));
    } catch {}
  }
}

describe('what the edge counts on a disk that is full', () => {
  it('is written to the space that was reserved for it; without that, the gateway counts', async ({ skip }) => {
    const disk = mountDisk(100);
    if (disk === undefined) return skip('mounting a small disk needs root');
    try {
      const usage = database();
      const { counts } = await open(usage, 'gateway-1', disk);
      const file = await trust(counts, disk);
      fillDisk(disk);
      expect(() => writeFileSync(join(disk, 'more'), Buffer.alloc(10_000))).toThrow(/ENOSPC/);
      const lines = line('k1').repeat(1_000);
      for (let times = 0; times < 300; times += 1) appendFileSync(file, lines);
      await counts.written();
      expect(usage.of('k1')).toBe(300_000);
      // The next file has no space to reserve.
      const other = await open(usage, 'gateway-2', disk);
      expect(other.counts.probe(edge)).toBeDefined();
      await other.counts.written();
      expect(other.counts.lease(edge)).toBeUndefined();
    } finally {
      for (const each of opened.splice(0)) await each.close();
      execFileSync('umount', [disk]);
      rmSync(disk, { recursive: true });
    }
  });
});
