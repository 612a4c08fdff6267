import type { Terminal } from '../terminal.ts';
import type { StopSignals } from './stopSignals.ts';

interface Stoppable {
  stop(options?: { now?: boolean }): Promise<void>;
}

/** Stops one after the other; a second stop signal kills all of them at once. */
export async function stopInOrder(
  all: readonly Stoppable[],
  { forced }: StopSignals,
  terminal: Terminal,
): Promise<void> {
  if (all.length === 0) return;
  const step = terminal.step('Stopping');
  function kill() {
    for (const each of all) void each.stop({ now: true });
  }
  if (forced.aborted) kill();
  forced.addEventListener('abort', kill, { once: true });
  for (const each of all) await each.stop();
  step.done('Stopped');
}
