import { LRUCache } from 'lru-cache';
import type { Logger } from '../../runtime/log.ts';
import { askedIntervalMs } from '../../storage/sources.ts';

export interface DailyNotes {
  /** Costs a lookup in memory: this runs for every image request. */
  note(id: string): void;
  /** Writes what is noted. */
  close(): Promise<void>;
}

/** Ids that are remembered as written. One that is forgotten is only written once more; the cache takes memory for all. */
const maxRemembered = 50_000;
/** Many ids are written at once. */
const writeIntervalMs = 10_000;
const maxIdsPerWrite = 1_000;

/** Writes each id once a day, however often it is noted. */
export function createDailyNotes(
  writeIds: (ids: readonly string[], at: Date) => Promise<void>,
  log: Logger,
): DailyNotes {
  const noted = new LRUCache<string, true>({ max: maxRemembered, ttl: askedIntervalMs });
  let waiting: string[] = [];
  let timer: NodeJS.Timeout | undefined;

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const ids = waiting;
    waiting = [];
    for (let from = 0; from < ids.length; from += maxIdsPerWrite) {
      const group = ids.slice(from, from + maxIdsPerWrite);
      await writeIds(group, new Date()).catch((error) => {
        log.warn({ err: error }, 'could not record which icons are asked for; the next request tries again');
        for (const id of group) noted.delete(id);
      });
    }
  }

  return {
    note(id) {
      if (noted.has(id)) return;
      // As one string: V8 would keep the parts of which the caller has concatenated it, each with an object around it.
      noted.set(Buffer.from(id).toString(), true);
      waiting.push(id);
      timer ??= setTimeout(() => void write(), writeIntervalMs).unref();
    },
    close: write,
  };
}
