import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from '../userError.ts';
import type { ProcessRun } from './spawn.ts';
import type { ProcessSpec } from './spec.ts';

const pollIntervalMs = 100;

/** Resolves to the ready message, if the process sends one; rejects when the run ends first or the timeout passes. */
export async function waitUntilReady(spec: ProcessSpec, run: ProcessRun, stopRequested: AbortSignal): Promise<unknown> {
  const deadline = Date.now() + spec.readyTimeoutMs;
  const timer = new AbortController();
  const exit = run.ended.then((reason) => {
    throw new Error(`it ended (${reason})`);
  });
  const timeout = sleep(spec.readyTimeoutMs, undefined, { ref: false, signal: timer.signal }).then(() => {
    throw new Error(`it was not ready within ${spec.readyTimeoutMs / 1_000} s`);
  });
  timeout.catch(() => {});
  const ready = spec.probe
    ? pollProbe(spec.probe, () => run.hasEnded || Date.now() > deadline || stopRequested.aborted)
    : readyMessageOf(run.child);
  try {
    return await Promise.race([ready, exit, timeout]);
  } finally {
    timer.abort();
  }
}

async function pollProbe(probe: () => Promise<void>, shouldGiveUp: () => boolean): Promise<void> {
  let lastFailure: unknown;
  while (!shouldGiveUp()) {
    try {
      return await probe();
    } catch (cause) {
      lastFailure = cause;
      await sleep(pollIntervalMs);
    }
  }
  throw new Error(`it does not answer (${reasonOf(lastFailure)})`);
}

function readyMessageOf(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => {
    child.on('message', (message) => {
      if (typeof message === 'object' && 'type' in message && message.type === 'ready') resolve(message);
    });
  });
}
