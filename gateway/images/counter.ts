import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../runtime/log.ts';
import type { Key } from '../../storage/keys.ts';
import type { Counted, Usage } from '../../storage/usage.ts';
import type { GatewayMetrics } from '../observability/metrics.ts';
import type { CountsFile } from './countsFile.ts';
import { type CommitGroup, createGroupCommit } from './groupCommit.ts';
import { createTotals } from './totals.ts';

interface Deps {
  usage: Pick<Usage, 'record'>;
  log: Logger;
  metrics: Pick<GatewayMetrics, 'imagesCounted'>;
  /** Identifies this process among all that count. */
  instance: string;
  /** With a counts file, no answer waits for the database. */
  countsFile?: CountsFile | undefined;
  /** Called with the accounts whose counts were written. */
  onCounted: (accounts: ReadonlySet<string>) => void;
}

/**
 * Without a counts file, an answer waits until the database has its count, but not until that is on disk: later writes
 * repeat the totals, so that a count undone by a crash is restored. This often, all changes are written durably.
 */
const durableIntervalMs = 1_000;
/** With a counts file no answer waits for a write, so one every so often is enough. */
const relaxedIntervalMs = 100;
/** A database that takes longer is treated as unreachable: images are answered, and the counts wait in memory. */
const writeTimeoutMs = 1_000;
const retryDelayMs = 500;

export type Counter = ReturnType<typeof createCounter>;

/** Counts each request before it is answered: in the counts file, or in the database by group commit. */
export function createCounter({ instance, usage, log, metrics, onCounted, ...deps }: Deps) {
  let { countsFile } = deps;
  const totals = createTotals();
  let lastWriteAt = 0;
  let lastDurableAt = Date.now();
  let isDown = false;
  let isClosing = false;
  let durableTimer: NodeJS.Timeout | undefined;

  const commits = createGroupCommit({
    write,
    hasMore: totals.hasDirty,
    delayMs: () => (countsFile && !isClosing && Date.now() - lastWriteAt < relaxedIntervalMs ? relaxedIntervalMs : 0),
  });

  async function write({ requests, release }: CommitGroup): Promise<void> {
    lastWriteAt = Date.now();
    const durable = isClosing || lastWriteAt - lastDurableAt >= durableIntervalMs;
    const names = totals.takeChanged({ durable });
    const endWait = metrics.imagesCounted(requests);
    const timeout = setTimeout(() => {
      isDown = true;
      release();
    }, writeTimeoutMs);
    try {
      const changed = totals.named(names);
      await usage.record(instance, changed, { durable });
      if (durable) lastDurableAt = Date.now();
      else makeDurableSoon(names);
      noteRecovered();
      onCounted(new Set(changed.map(({ account }) => account)));
    } catch (error) {
      noteDown(error);
      totals.markDirty(names);
      await sleep(retryDelayMs);
    } finally {
      clearTimeout(timeout);
      totals.endWrite(names);
      endWait();
    }
    for (const total of totals.removeOldDays()) countsFile?.remove(total);
  }

  function makeDurableSoon(names: ReadonlySet<string>) {
    totals.markVolatile(names);
    // In case no further request comes that would trigger the durable write.
    durableTimer ??= setTimeout(() => {
      durableTimer = undefined;
      if (totals.hasVolatile()) commits.schedule();
    }, durableIntervalMs);
  }

  function noteDown(error: unknown) {
    if (!isDown) log.warn({ err: error }, 'image requests cannot be written; their counts are kept in memory');
    isDown = true;
  }

  function noteRecovered() {
    if (isDown) log.info('image requests are written again');
    isDown = false;
  }

  /** Whether the counts are safe without the database. */
  function keepInFile(changed: Iterable<Counted>): boolean {
    try {
      for (const total of changed) countsFile?.write(total);
    } catch (error) {
      log.warn({ err: error }, 'the counts file cannot be written; each image request waits for the database');
      countsFile = undefined;
    }
    return countsFile !== undefined;
  }

  /** Counts a request of each of these keys. If this returns a promise, the answers have to wait for it. */
  function countAll(keys: readonly Key[]): Promise<void> | undefined {
    const isKept = keepInFile(new Set(keys.map(totals.add)));
    const committed = commits.join(keys.length);
    return isKept || isDown ? undefined : committed;
  }

  return {
    countAll,
    /** Counts one request. If this returns a promise, the answer has to wait for it. */
    count: (key: Key): Promise<void> | undefined => countAll([key]),
    /** Resolves once the database has everything counted so far, or is unreachable. */
    written: (): Promise<void> => commits.settled(totals.hasDirty() && !isDown),
    /** Waits until everything is written, if that is possible. */
    async close(): Promise<void> {
      isClosing = true;
      clearTimeout(durableTimer);
      const deadline = Date.now() + writeTimeoutMs * 3;
      const isWritten = () => !totals.hasDirty() && !totals.hasVolatile() && commits.isIdle();
      while (!isWritten() && Date.now() < deadline) {
        commits.schedule();
        await sleep(10);
      }
      if (isWritten()) countsFile?.delete();
    },
  };
}
