/** Records the running processes, so that the next start can stop those that outlived a killed supervisor. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Terminal } from '../terminal.ts';
import { killDescendants, sendSignal } from './descendants.ts';
import { identityOf } from './processIdentity.mjs';

interface ProcessRecord {
  readonly name: string;
  readonly pid: number;
  readonly identity: string;
  readonly token: string;
}

/** Enough for a database to close its files. */
const graceMs = 10_000;

/** Returns a function that removes the record. */
export function recordProcess(folder: string, name: string, pid: number, token: string): () => void {
  const path = join(folder, `${name}-${pid}.json`);
  const record: ProcessRecord = { name, pid, identity: identityOf(pid) ?? 'gone', token };
  writeFileSync(path, JSON.stringify(record));
  return () => rmSync(path, { force: true });
}

export async function stopOrphans(folder: string, terminal: Terminal): Promise<void> {
  const paths = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(folder, name));
  await Promise.all(
    paths.map(async (path) => {
      const record = readRecord(path);
      if (record) await stopOrphan(record, terminal);
      rmSync(path, { force: true });
    }),
  );
}

async function stopOrphan({ name, pid, identity, token }: ProcessRecord, terminal: Terminal): Promise<void> {
  const isAlive = () => identityOf(pid) === identity;
  if (isAlive()) {
    terminal.print(`Stopping ${name} (process ${pid}), left over from a stack that was killed.`);
    sendSignal(pid, 'SIGTERM');
    const deadline = Date.now() + graceMs;
    while (isAlive() && Date.now() < deadline) await sleep(50);
    if (isAlive()) sendSignal(pid, 'SIGKILL');
    while (isAlive()) await sleep(20);
  }
  killDescendants(token);
}

function readRecord(path: string): ProcessRecord | undefined {
  try {
    const { name, pid, identity, token } = JSON.parse(readFileSync(path, 'utf8'));
    return { name: String(name), pid: Number(pid), identity: String(identity), token: String(token) };
  } catch {
    return undefined; // half written when the machine went down, and the process ended with the machine
  }
}
