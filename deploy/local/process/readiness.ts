import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from '../userError.ts';
import type { ProcessRun } from './spawn.ts';
import type { ProcessSpec } from './supervisor.ts';

const probeEveryMs = 100;

/** What the part said when it was ready; rejects when it ended or took too long. */
export async function waitUntilReady(plan: ProcessSpec, life: ProcessRun, stopAsked: AbortSignal): Promise<unknown> {
  const until = Date.now() + plan.readyTimeoutMs;
  const giveUp = new AbortController();
  const ended = life.ended.then((how) => {
    throw new Error(`it ended (${how})`);
  });
  const late = sleep(plan.readyTimeoutMs, undefined, { ref: false, signal: giveUp.signal }).then(() => {
    throw new Error(`it was not ready within ${plan.readyTimeoutMs / 1_000} s`);
  });
  late.catch(() => {});
  const ready = plan.probe
    ? probing(plan.probe, () => life.hasEnded || Date.now() > until || stopAsked.aborted)
    : spoken(life.child);
  try {
    return await Promise.race([ready, ended, late]);
  } finally {
    giveUp.abort();
  }
}

async function probing(probe: () => Promise<void>, pointless: () => boolean): Promise<void> {
  let last: unknown;
  while (!pointless()) {
    try {
      return await probe();
    } catch (cause) {
      last = cause;
      await sleep(probeEveryMs);
    }
  }
  throw new Error(`it does not answer (${reasonOf(last)})`);
}

function spoken(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => {
    child.on('message', (message) => {
      if (typeof message === 'object' && 'type' in message && message.type === 'ready') resolve(message);
    });
  });
}
