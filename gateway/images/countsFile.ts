import { mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '../../runtime/log.ts';
import type { Counted, Usage } from '../../storage/usage.ts';

/** One record per total: the number, then the names as JSON. */
const recordBytes = 512;
const numberBytes = 8;
const extension = '.counts';

/**
 * The totals of this process in a file. A write takes a microsecond and survives the process, so an image need not wait
 * until the database has its count. The next process that starts with the folder recovers what was left.
 */
export interface CountsFile {
  write(counted: Counted): void;
  /** For a total that is durably in the database and does not grow any more. */
  remove(counted: Counted): void;
  /** When every total is in the database. */
  delete(): void;
}

export function openCountsFile(folder: string, instance: string): CountsFile {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${instance}.${process.pid}${extension}`);
  const descriptor = openSync(path, 'w', 0o600);
  const records = new Map<Counted, number>();
  const freeRecords: number[] = [];
  let recordCount = 0;
  const number = Buffer.alloc(numberBytes);

  function writeNumber(value: number, record: number) {
    number.writeDoubleLE(value);
    writeSync(descriptor, number, 0, numberBytes, record * recordBytes);
  }

  function addRecord(counted: Counted): number {
    const record = freeRecords.pop() ?? recordCount++;
    const { account, key, day } = counted;
    const names = Buffer.alloc(recordBytes - numberBytes, ' ');
    names.write(JSON.stringify({ account, key, day }));
    // The names first: a record whose number is still zero counts for nobody.
    writeSync(descriptor, names, 0, names.length, record * recordBytes + numberBytes);
    records.set(counted, record);
    return record;
  }

  return {
    write: (counted) => writeNumber(counted.requests, records.get(counted) ?? addRecord(counted)),
    remove(counted) {
      const record = records.get(counted);
      if (record === undefined) return;
      writeNumber(0, record);
      records.delete(counted);
      freeRecords.push(record);
    },
    delete: () => rmSync(path, { force: true }),
  };
}

/** Writes to the database what killed processes have left in the folder. Totals may be written any number of times. */
export async function recoverCounts(folder: string, usage: Pick<Usage, 'record'>, log: Logger): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder).filter((each) => each.endsWith(extension))) {
    const [instance = '', pid] = name.split('.');
    const totals = readTotals(readFileSync(join(folder, name)), log);
    await usage.record(instance, totals, { durable: true });
    if (isAlive(Number(pid))) continue;
    rmSync(join(folder, name), { force: true });
    log.info({ instance, totals: totals.length }, 'recovered the counts of a gateway that was killed');
  }
}

function readTotals(file: Buffer, log: Logger): Counted[] {
  const totals: Counted[] = [];
  for (let at = 0; at + numberBytes < file.length; at += recordBytes) {
    const requests = file.readDoubleLE(at);
    if (requests === 0) continue;
    try {
      totals.push({ ...JSON.parse(file.toString('utf8', at + numberBytes, at + recordBytes)), requests });
    } catch (error) {
      log.error({ err: error, requests }, 'a count in a counts file cannot be read');
    }
  }
  return totals;
}

function isAlive(pid: number): boolean {
  // An earlier process with our own pid: in a container every process has the same one.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
