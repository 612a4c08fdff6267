/** Fault injection: what can happen to a running stack, by name. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { stackEnv } from '../support/stackEnv.ts';
import { killProcess, pauseProcess } from '../support/stackProcesses.ts';
import { runningWorkflows, withTemporal } from '../support/temporalClient.ts';
import { waitForStack } from '../support/waitForStack.ts';

export const faults = {
  'the flow worker is killed': () => killProcess('worker-flow'),
  'the fetch worker is killed': () => killProcess('worker-fetch'),
  'the browser worker is killed': () => killProcess('worker-browser'),
  'the image and model worker is killed': () => killProcess('worker-image-model'),
  'the gateway is killed': () => killProcess('gateway'),
  'Temporal is killed': () => killProcess('temporal'),
  'MongoDB is killed': () => killProcess('mongod'),
  'MongoDB is down for 45 s': async () => {
    // The supervisor restarts it each time, so it is killed again before it is of use.
    const end = Date.now() + 45_000;
    while (Date.now() < end) await killProcess('mongod');
  },
  'MinIO hangs for 30 s': async () => {
    const resume = await pauseProcess('minio');
    await sleep(30_000);
    resume();
  },
  'Chromium is killed': async () => {
    for (const pid of chromiumPids()) process.kill(pid, 'SIGKILL');
  },
} satisfies Record<string, () => Promise<unknown>>;

export type Fault = keyof typeof faults;
export const faultNames = Object.keys(faults) as Fault[];

/** Gives a test a healthy stack without workflows that an earlier, failed test has left running. */
export async function resetStack() {
  await waitForStack();
  await withTemporal(async (temporal) => {
    for (const id of await runningWorkflows(temporal)) {
      // The workflow may have ended meanwhile.
      await temporal.workflow
        .getHandle(id)
        .terminate('left by an earlier test')
        .catch(() => undefined);
    }
  });
}

/** The Chromium processes of this stack, recognized by their temporary folder. */
export function chromiumPids(): number[] {
  const ownTmpdir = `TMPDIR=${stackEnv('TMPDIR')}`;
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
