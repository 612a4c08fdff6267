import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCounter } from '../../../gateway/images/count.ts';
import { openTally, type Tally, takeUpTallies } from '../../../gateway/images/tally.ts';
import type { Key } from '../../../storage/keys.ts';
import type { Counted } from '../../../storage/usage.ts';

const log = pino({ enabled: false });
function counted(key: string, requests: number): Counted {
  return { account: 'a', key, day: '2026-11-15', requests };
}

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'tally-')), 'counts');
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

describe('the tally of a gateway', () => {
  it('is taken up by the next one, each total under the name of the process that counted it', async () => {
    const tally = openTally(folder, 'dead');
    const first = counted('k1', 1);
    const second = counted('k2', 7);
    tally.keep(first);
    tally.keep(second);
    first.requests = 300;
    tally.keep(first);
    const usage = database();
    await takeUpTallies(folder, usage, log);
    expect(usage.kept).toEqual({ dead: [counted('k1', 300), counted('k2', 7)] });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('stays where its process lives, and its totals are told all the same', async () => {
    openTally(folder, 'alive').keep(counted('k', 3));
    handOver(process.ppid);
    const usage = database();
    await takeUpTallies(folder, usage, log);
    expect(usage.kept).toEqual({ alive: [counted('k', 3)] });
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('is kept while the database does not take it', async () => {
    openTally(folder, 'dead').keep(counted('k', 3));
    const away = { record: () => Promise.reject(new Error('away')) };
    await expect(takeUpTallies(folder, away, log)).rejects.toThrow('away');
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('uses the place of a day that is over again', async () => {
    const tally = openTally(folder, 'dead');
    const old = counted('a key with a long name, whose place is used again', 9);
    tally.keep(old);
    tally.drop(old);
    tally.keep(counted('k', 2));
    const usage = database();
    await takeUpTallies(folder, usage, log);
    expect(usage.kept).toEqual({ dead: [counted('k', 2)] });
  });

  it('gives what can be read of a damaged file', async () => {
    const tally = openTally(folder, 'dead');
    tally.keep(counted('k1', 1));
    tally.keep(counted('k2', 2));
    const [name = ''] = readdirSync(folder);
    const file = readFileSync(join(folder, name));
    file.write('damage', 8);
    writeFileSync(join(folder, name), file.subarray(0, file.length - 100));
    const usage = database();
    await takeUpTallies(folder, usage, log);
    expect(usage.kept).toEqual({ dead: [counted('k2', 2)] });
  });
});

describe('a counter with a tally', () => {
  const key = { _id: 'k', account: 'a', kind: 'publishable', origins: [] } as unknown as Key;
  const never = { record: () => new Promise<void>(() => {}) };
  const parts = { instance: 'me', log, metrics: { imagesCounted: () => () => {} }, counted: () => {} };

  it('lets no answer wait for the database, and has each count in its file', async () => {
    const counter = createCounter({ ...parts, usage: never, tally: openTally(folder, 'me') });
    for (let time = 0; time < 5; time += 1) expect(counter.count(key)).toBeUndefined();
    const usage = database();
    await takeUpTallies(folder, usage, log);
    expect(usage.kept['me']).toMatchObject([{ account: 'a', key: 'k', requests: 5 }]);
  });

  it('waits for the database where the file cannot be written', async () => {
    const full: Tally = {
      keep() {
        throw new Error('no space left on device');
      },
      drop() {},
      discard() {},
    };
    const usage = database();
    const counter = createCounter({ ...parts, usage, tally: full });
    const written = counter.count(key);
    expect(written).toBeInstanceOf(Promise);
    await written;
    expect(usage.kept['me']).toMatchObject([{ requests: 1 }]);
  });

  it('leaves no file behind when it is closed and all is written', async () => {
    const counter = createCounter({ ...parts, usage: database(), tally: openTally(folder, 'me') });
    counter.count(key);
    await counter.close();
    expect(readdirSync(folder)).toEqual([]);
  });
});
