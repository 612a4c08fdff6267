import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMonitorOperations } from '../../../gateway/api/monitors/operations.ts';
import type { Monitor } from '../../../storage/monitors.ts';

const monitor = { _id: 'm', account: 'acc', every: '1h', isPaused: false, createdAt: new Date() } as Monitor;

/** What Temporal and the records say, one poll after the other, and in which order the calls were made. */
function operationsWith(polls: readonly { isRunning: boolean; stored: 'running' | 'completed' | undefined }[]) {
  const calls: string[] = [];
  let at = -1;
  const current = () => polls[Math.min(at, polls.length - 1)];
  const operations = createMonitorOperations({
    settings: {},
    storage: {
      monitorRuns: { latest: async () => (current()?.stored ? { status: current()?.stored } : undefined) },
    },
    flows: {
      scheduleMonitor: async () => void calls.push('schedule'),
      isMonitorRunning: async () => {
        at += 1;
        calls.push(current()?.isRunning ? 'running' : 'ended');
        return current()?.isRunning ?? false;
      },
      triggerMonitor: async (_: string, { isBuffered }: { isBuffered: boolean }) =>
        void calls.push(isBuffered ? 'queue' : 'trigger'),
    },
    planOf: async () => ({}),
  } as unknown as Parameters<typeof createMonitorOperations>[0]);
  return { operations, calls };
}

describe('a monitor that is to run now', () => {
  afterEach(() => void vi.useRealTimers());

  it('waits for a run that is stored as ended and that Temporal has not closed yet', async () => {
    const ending = { isRunning: true, stored: 'completed' } as const;
    const { operations, calls } = operationsWith([ending, ending, { isRunning: false, stored: 'completed' }]);
    await operations.runNow(monitor);
    expect(calls).toEqual(['schedule', 'running', 'running', 'ended', 'trigger']);
  });

  it('does not wait for one that is under way', async () => {
    const { operations, calls } = operationsWith([{ isRunning: true, stored: 'running' }]);
    await operations.runNow(monitor);
    expect(calls).toEqual(['schedule', 'running', 'trigger']);
  });

  it('waits until a run that has just begun is stored', async () => {
    const { operations, calls } = operationsWith([
      { isRunning: true, stored: 'completed' },
      { isRunning: true, stored: 'running' },
    ]);
    await operations.runNow(monitor);
    expect(calls).toEqual(['schedule', 'running', 'running', 'trigger']);
  });

  it('runs behind one that Temporal does not close for long', async () => {
    vi.useFakeTimers();
    const { operations, calls } = operationsWith([{ isRunning: true, stored: 'completed' }]);
    const started = operations.runNow(monitor);
    await vi.advanceTimersByTimeAsync(60_000);
    await started;
    expect(calls.at(-1)).toBe('queue');
  });
});
