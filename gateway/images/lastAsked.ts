import { LRUCache } from 'lru-cache';
import type { ImageParameters } from '../../contracts/images/parameters.ts';
import type { Logger } from '../../runtime/log.ts';
import { askedIntervalMs, sourceId } from '../../storage/sources.ts';
import type { Storage } from '../../storage/storage.ts';

export interface LastAsked {
  /** Notes that a picture was asked for. Costs a lookup in memory: this runs for every image request. */
  note(domain: string, parameters: Pick<ImageParameters, 'kind' | 'theme'>): void;
  /** Writes what is noted. */
  close(): Promise<void>;
}

/** Sources that are remembered as stamped. One that is forgotten is only stamped once more. */
const maxRemembered = 100_000;
/** Many sources are stamped by one write. */
const writeIntervalMs = 10_000;
const maxIdsPerWrite = 1_000;

/** Records which sources are asked for, once a day for each, so that the others can be forgotten. */
export function createLastAsked(sources: Pick<Storage['sources'], 'asked'>, log: Logger): LastAsked {
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
      await sources.asked(group, new Date()).catch((error) => {
        log.warn({ err: error }, 'could not record which icons are asked for; the next request tries again');
        for (const id of group) noted.delete(id);
      });
    }
  }

  return {
    note(domain, { kind, theme }) {
      const id = sourceId({ kind, domain, theme });
      if (noted.has(id)) return;
      noted.set(id, true);
      waiting.push(id);
      timer ??= setTimeout(() => void write(), writeIntervalMs).unref();
    },
    close: write,
  };
}
