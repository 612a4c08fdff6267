/** What can happen to a stack, each fault by its name. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { inject } from 'vitest';
import { call } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { killProcess, pauseProcess } from '../support/stackProcesses.ts';
import { runningWorkflows, withTemporal } from '../support/temporalClient.ts';

export const faults = {
  'the flow worker is killed': () => killProcess('worker-flow'),
  'the fetch worker is killed': () => killProcess('worker-fetch'),
  'the browser worker is killed': () => killProcess('worker-browser'),
  'the image and model worker is killed': () => killProcess('worker-image-model'),
  'the gateway is killed': () => killProcess('gateway'),
  'Temporal is killed': () => killProcess('temporal'),
  'MongoDB is killed': () => killProcess('mongod'),
  'MongoDB is gone for 45 s': async () => {
    // The supervisor starts it again each time: it never lives long enough to be of use.
    const until = Date.now() + 45_000;
    while (Date.now() < until) await killProcess('mongod');
  },
  'MinIO stands still for 30 s': async () => {
    const resume = await pauseProcess('minio');
    await wait(30_000);
    resume();
  },
  'Chromium is killed': async () => {
    for (const pid of chromiumPids()) process.kill(pid, 'SIGKILL');
  },
} satisfies Record<string, () => Promise<unknown>>;

export type Fault = keyof typeof faults;
export const faultNames = Object.keys(faults) as Fault[];

/** The stack answers again with all that it depends on. */
export function waitForRecovery() {
  return eventually(
    'everything is back',
    async () => (await call('/readyz').catch(() => undefined))?.status === 200,
    120_000,
  );
}

/** What a test begins with: all is well, and a test before it that failed has left no work behind. */
export async function resetStack() {
  await waitForRecovery();
  await withTemporal(async (temporal) => {
    for (const id of await runningWorkflows(temporal)) {
      // It may end by itself meanwhile.
      await temporal.workflow
        .getHandle(id)
        .terminate('left by an earlier test')
        .catch(() => undefined);
    }
  });
}

/** Every Chromium process that belongs to this stack, by where its temporary files are. */
export function chromiumPids(): number[] {
  const ownTmpdir = `TMPDIR=${inject('env')['TMPDIR']}`;
  return readdirSync('/proc')
    .map(Number)
    .filter(
      (pid) =>
        pid > 0 &&
        readProcFile(pid, 'cmdline').includes('--user-data-dir=') &&
        readProcFile(pid, 'environ').includes(ownTmpdir),
    );
}

function readProcFile(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
