import { mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '../../runtime/log.ts';
import type { Counted, Usage } from '../../storage/usage.ts';

/** A total and whose it is, in a place of its own: eight bytes for the number, the rest for the names. */
const placeBytes = 512;
const numberBytes = 8;
const extension = '.counts';

/**
 * The totals of this process in a file. A write there takes a microsecond and outlives the process, however it ends: an
 * image need not wait until the database has its count. Whoever starts next in the folder takes up what was left.
 */
export interface Tally {
  keep(counted: Counted): void;
  /** Its total is in the database for good, and grows no more. */
  drop(counted: Counted): void;
  /** Everything is in the database. */
  discard(): void;
}

export function openTally(folder: string, instance: string): Tally {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${instance}.${process.pid}${extension}`);
  const descriptor = openSync(file, 'w', 0o600);
  const places = new Map<Counted, number>();
  const free: number[] = [];
  let used = 0;
  const number = Buffer.alloc(numberBytes);

  function writeNumber(value: number, place: number) {
    number.writeDoubleLE(value);
    writeSync(descriptor, number, 0, numberBytes, place * placeBytes);
  }

  function takePlace(counted: Counted): number {
    const place = free.pop() ?? used++;
    const { account, key, day } = counted;
    const names = Buffer.alloc(placeBytes - numberBytes, ' ');
    names.write(JSON.stringify({ account, key, day }));
    // The names first: a place whose number is still zero counts for nobody.
    writeSync(descriptor, names, 0, names.length, place * placeBytes + numberBytes);
    places.set(counted, place);
    return place;
  }

  return {
    keep: (counted) => writeNumber(counted.requests, places.get(counted) ?? takePlace(counted)),
    drop(counted) {
      const place = places.get(counted);
      if (place === undefined) return;
      writeNumber(0, place);
      places.delete(counted);
      free.push(place);
    },
    discard: () => rmSync(file, { force: true }),
  };
}

/** Has the database count what processes that were killed have left. Totals are taken as often as they are told. */
export async function takeUpTallies(folder: string, usage: Pick<Usage, 'record'>, log: Logger): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder).filter((each) => each.endsWith(extension))) {
    const [instance = '', pid] = name.split('.');
    const totals = readTotals(readFileSync(join(folder, name)), log);
    await usage.record(instance, totals, { lasting: true });
    if (isAlive(Number(pid))) continue;
    rmSync(join(folder, name), { force: true });
    log.info({ instance, totals: totals.length }, 'counts of a gateway that was killed are in the database');
  }
}

function readTotals(file: Buffer, log: Logger): Counted[] {
  const totals: Counted[] = [];
  for (let at = 0; at + numberBytes < file.length; at += placeBytes) {
    const requests = file.readDoubleLE(at);
    if (requests === 0) continue;
    try {
      totals.push({ ...JSON.parse(file.toString('utf8', at + numberBytes, at + placeBytes)), requests });
    } catch (error) {
      log.error({ err: error, requests }, 'a count that a gateway left cannot be read');
    }
  }
  return totals;
}

function isAlive(pid: number): boolean {
  // A process of our own number is an earlier one: in a container all have the same.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
