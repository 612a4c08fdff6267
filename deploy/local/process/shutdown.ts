import type { Terminal } from '../terminal.ts';
import type { StopSignals } from './stopSignals.ts';

interface Stoppable {
  stop(options?: { now?: boolean }): Promise<void>;
}

/** Stops one after the other, or all at once when the person insists. */
export async function stopInOrder(
  all: readonly Stoppable[],
  { forced: insisted }: StopSignals,
  terminal: Terminal,
): Promise<void> {
  if (all.length === 0) return;
  const step = terminal.step('Stopping');
  function kill() {
    for (const each of all) void each.stop({ now: true });
  }
  if (insisted.aborted) kill();
  insisted.addEventListener('abort', kill, { once: true });
  for (const each of all) await each.stop();
  step.done('Stopped');
}
