import { randomUUID } from 'node:crypto';
import { leaseMs, type Places } from '../../storage/leases.ts';

/** A page that waits for its turn, on behalf of a chunk. */
interface Waiting {
  /** Given leave, or sent away for so many milliseconds. */
  decide(waitMs: number | undefined): void;
  fail(error: unknown): void;
  /** When this chunk last got on here. */
  since(): number;
}

/** A chunk that has not got on for this long puts the rest of its pages off. */
export const patienceMs = 2_000;
const lookAgainMs = 100;

export interface Share {
  /** Waits for leave to begin one page; gives how long to stay away where the place is too busy. */
  enter(since: () => number): Promise<number | undefined>;
  leave(): void;
  /** Nothing begins before the others have been asked again. */
  pause(): void;
}

/**
 * This worker's part of a place, handed out page by page in the order they ask. The database is asked when
 * more is wanted and to renew, not for each page: a page that ends makes room for the next at once.
 */
export function createShare(places: Places, place: string, most: number, onIdle: () => void): Share {
  const id = randomUUID();
  const waiting: Waiting[] = [];
  let running = 0;
  /** How many may run; never more than the lease holds. */
  let limit = 0;
  /** The most that were wanted at a time since the last look, so that a short lull gives nothing away. */
  let peak = 0;
  let keeping = false;
  /** Somebody has asked for more since the last look began. */
  let asked = false;
  let wake = () => {};

  const wanted = () => running + waiting.length;

  function serve() {
    while (running < limit) {
      const next = waiting.shift();
      if (!next) return;
      running += 1;
      next.decide(undefined);
    }
  }

  function sendAway(restMs: number) {
    const now = Date.now();
    const goes = (each: Waiting) => restMs > patienceMs || now - each.since() > patienceMs;
    for (const each of waiting.filter(goes)) {
      waiting.splice(waiting.indexOf(each), 1);
      each.decide(Math.max(restMs, patienceMs));
    }
  }

  async function look() {
    asked = false;
    peak = Math.max(peak, wanted());
    limit = Math.min(limit, Math.max(running, peak));
    const wish = { id, want: Math.min(most, peak), keep: Math.max(running, limit), most };
    peak = 0;
    try {
      const { count, cap, waitMs } = await places.hold(place, wish);
      limit = waitMs > 0 ? 0 : Math.min(count, cap);
      serve();
      sendAway(waitMs);
    } catch (error) {
      for (const each of waiting.splice(0)) each.fail(error);
    }
  }

  /** Runs for as long as anything is wanted here. */
  async function keep() {
    keeping = true;
    while (wanted() > 0) {
      while (wanted() > 0) {
        await look();
        if (wanted() > 0 && !asked) await sleep(waiting.length > 0 ? lookAgainMs : leaseMs / 3);
      }
      limit = 0;
      await places.release(place, id).catch(() => {});
    }
    keeping = false;
    onIdle();
  }

  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  return {
    enter: (since) =>
      new Promise((decide, fail) => {
        waiting.push({ decide, fail, since });
        peak = Math.max(peak, wanted());
        serve();
        if (waiting.length > 0 && limit < most) {
          asked = true;
          wake();
        }
        if (!keeping) void keep();
      }),
    leave() {
      running -= 1;
      serve();
      if (wanted() === 0) wake();
    },
    pause() {
      limit = 0;
    },
  };
}
