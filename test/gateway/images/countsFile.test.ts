import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCounter } from '../../../gateway/images/counter.ts';
import { type CountsFile, openCountsFile, recoverCounts } from '../../../gateway/images/countsFile.ts';
import type { Key } from '../../../storage/keys.ts';
import type { Counted } from '../../../storage/usage.ts';

const log = pino({ enabled: false });

function counted(key: string, requests: number): Counted {
  return { account: 'a', key, day: '2026-11-15', requests };
}

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'counts-')), 'counts');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

/** What is recorded, as the database keeps it. */
function database() {
  const kept: Record<string, Counted[]> = {};
  return {
    kept,
    async record(instance: string, totals: readonly Counted[]) {
      kept[instance] = [...totals];
    },
  };
}

/** As if the process that has the file were another one. */
function handOver(pid: number) {
  const [name = ''] = readdirSync(folder);
  renameSync(join(folder, name), join(folder, name.replace(`.${process.pid}.`, `.${pid}.`)));
}

describe('the counts file of a gateway', () => {
  it('is recovered by the next process, each total under the instance that counted it', async () => {
    const file = openCountsFile(folder, 'dead');
    const first = counted('k1', 1);
    const second = counted('k2', 7);
    file.write(first);
    file.write(second);
    first.requests = 300;
    file.write(first);
    const usage = database();
    await recoverCounts(folder, usage, log);
    expect(usage.kept).toEqual({ dead: [counted('k1', 300), counted('k2', 7)] });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('stays if its process is alive, and its totals are written all the same', async () => {
    openCountsFile(folder, 'alive').write(counted('k', 3));
    handOver(process.ppid);
    const usage = database();
    await recoverCounts(folder, usage, log);
    expect(usage.kept).toEqual({ alive: [counted('k', 3)] });
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('is kept while the database is unreachable', async () => {
    openCountsFile(folder, 'dead').write(counted('k', 3));
    const away = { record: () => Promise.reject(new Error('away')) };
    await expect(recoverCounts(folder, away, log)).rejects.toThrow('away');
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('reuses the record of a total that was removed', async () => {
    const file = openCountsFile(folder, 'dead');
    const old = counted('a key with a long name, whose record is reused', 9);
    file.write(old);
    file.remove(old);
    file.write(counted('k', 2));
    const usage = database();
    await recoverCounts(folder, usage, log);
    expect(usage.kept).toEqual({ dead: [counted('k', 2)] });
  });

  it('recovers the readable counts of a damaged file', async () => {
    const file = openCountsFile(folder, 'dead');
    file.write(counted('k1', 1));
    file.write(counted('k2', 2));
    const [name = ''] = readdirSync(folder);
    const bytes = readFileSync(join(folder, name));
    bytes.write('damage', 8);
    writeFileSync(join(folder, name), bytes.subarray(0, bytes.length - 100));
    const usage = database();
    await recoverCounts(folder, usage, log);
    expect(usage.kept).toEqual({ dead: [counted('k2', 2)] });
  });
});

describe('a counter with a counts file', () => {
  const key = { _id: 'k', account: 'a', kind: 'publishable', origins: [] } as unknown as Key;
  const never = { record: () => new Promise<void>(() => {}) };
  const deps = { instance: 'me', log, metrics: { imagesCounted: () => () => {} }, onCounted: () => {} };

  it('lets no answer wait for the database and has each count in its file', async () => {
    const counter = createCounter({ ...deps, usage: never, countsFile: openCountsFile(folder, 'me') });
    for (let time = 0; time < 5; time += 1) expect(counter.count(key)).toBeUndefined();
    const usage = database();
    await recoverCounts(folder, usage, log);
    expect(usage.kept['me']).toMatchObject([{ account: 'a', key: 'k', requests: 5 }]);
  });

  it('waits for the database when its file cannot be written', async () => {
    const full: CountsFile = {
      write() {
        throw new Error('no space left on device');
      },
      remove() {},
      delete() {},
    };
    const usage = database();
    const counter = createCounter({ ...deps, usage, countsFile: full });
    const written = counter.count(key);
    expect(written).toBeInstanceOf(Promise);
    await written;
    expect(usage.kept['me']).toMatchObject([{ requests: 1 }]);
  });

  it('deletes its file when it is closed with everything written', async () => {
    const counter = createCounter({ ...deps, usage: database(), countsFile: openCountsFile(folder, 'me') });
    counter.count(key);
    await counter.close();
    expect(readdirSync(folder)).toEqual([]);
  });
});
