import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stackEnv } from '../../support/stackEnv.ts';

/** 127.0.0.1 and ::1 in the byte order of /proc. */
const loopback = new Set(['0100007F', '00000000000000000000000001000000']);

/** Every process that the stack has started, by the records of its supervisor. */
function stackPids(): string[] {
  const records = readdirSync(join(stackEnv('SIGHTREAD_HOME'), 'run')).filter((file) => file.endsWith('.json'));
  return records.map((file) => /-(\d+)\.json$/.exec(file)?.[1] ?? '');
}

function listeningAddresses(pid: string): string[] {
  const sockets = new Set(
    readdirSync(`/proc/${pid}/fd`).map((file) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${file}`))?.[1];
      } catch {
        return undefined;
      }
    }),
  );
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, 'utf8')
      .split('\n')
      .map((row) => row.trim().split(/\s+/))
      .filter((columns) => columns[3] === '0A' && sockets.has(columns[9]))
      .map((columns) => columns[1]?.split(':')[0] ?? ''),
  );
}

describe('the stack', () => {
  it('listens on loopback only, with all of its processes', () => {
    const addresses = stackPids().map(listeningAddresses);
    expect(addresses.filter((each) => each.length > 0).length).toBeGreaterThanOrEqual(8);
    expect(addresses.flat().filter((address) => !loopback.has(address))).toEqual([]);
  });
});
