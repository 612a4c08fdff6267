import type { Logger } from '../../runtime/log.ts';
import type { Key } from '../../storage/keys.ts';
import { type Counted, dayOf, type Usage } from '../../storage/usage.ts';
import type { GatewayMetrics } from '../observability/metrics.ts';
import type { Tally } from './tally.ts';

interface Parts {
  usage: Pick<Usage, 'record'>;
  log: Logger;
  metrics: Pick<GatewayMetrics, 'imagesCounted'>;
  /** Names this process among all that count. */
  instance: string;
  /** Where there is one, no answer waits for the database. */
  tally?: Tally | undefined;
  /** Told which accounts were counted, once that is written. */
  counted: (accounts: ReadonlySet<string>) => void;
}

/** While one write is under way the next one gathers; with two of them neither the database nor the callers wait idly. */
const mostWrites = 2;
/**
 * Without a tally, an answer waits until the database has its count, not until that is on its disks: the next write has
 * the same totals again, so that what a crash of the database undoes is made good. This often, all that has changed is
 * written to last.
 */
const lastingEveryMs = 1_000;
/** Where no answer waits for it, this often at most. */
const unhurriedMs = 10;
/** A database that takes longer than this is away: images go on, and the counts wait here. */
const patienceMs = 1_000;
const tryAgainMs = 500;

export type Counter = ReturnType<typeof createCounter>;

/** Counts each request before it is answered: in the tally, or in the database, many in one write. */
export function createCounter({ instance, usage, log, metrics, counted, ...parts }: Parts) {
  let { tally } = parts;
  const today = createToday();
  /** Totals of this process by key and day. */
  const totals = new Map<string, Counted>();
  let dirty = new Set<string>();
  /** Those who wait for the next write. */
  let next = createGroup();
  let gathering = false;
  const underWay = new Set<Promise<void>>();
  let begunAt = 0;
  let away = false;
  /** Written, but not yet to last. */
  let fleeting = new Set<string>();
  let lastedAt = Date.now();
  let reminder: NodeJS.Timeout | undefined;
  let closing = false;

  /** Has all that comes in this turn of the event loop written together. */
  function gather() {
    if (gathering || underWay.size >= mostWrites) return;
    gathering = true;
    function begin() {
      gathering = false;
      void write();
    }
    if (tally && !closing && Date.now() - begunAt < unhurriedMs) setTimeout(begin, unhurriedMs);
    else setImmediate(begin);
  }

  async function write(): Promise<void> {
    begunAt = Date.now();
    const names = dirty;
    const { requests, release, written } = next;
    underWay.add(written);
    dirty = new Set();
    next = createGroup();
    const noteWritten = metrics.imagesCounted(requests);
    const patience = setTimeout(() => {
      away = true;
      release();
    }, patienceMs);
    const lasting = closing || Date.now() - lastedAt >= lastingEveryMs;
    if (lasting) {
      for (const name of fleeting) names.add(name);
      fleeting = new Set();
    }
    try {
      const changed = [...names].flatMap((name) => totals.get(name) ?? []);
      await usage.record(instance, changed, { lasting });
      if (lasting) lastedAt = Date.now();
      else makeLastSoon(names);
      if (away) log.info('the database counts image requests again');
      away = false;
      counted(new Set(changed.map(({ account }) => account)));
      forgetOldDays();
    } catch (error) {
      if (!away)
        log.warn({ err: error }, 'image requests cannot be counted just now; their number is kept until they can');
      away = true;
      for (const name of names) dirty.add(name);
      await pause(tryAgainMs);
    } finally {
      clearTimeout(patience);
      release();
      noteWritten();
      underWay.delete(written);
      if (dirty.size > 0) gather();
    }
  }

  /** Whether the count is safe without the database. */
  function keepHere(total: Counted): boolean {
    try {
      tally?.keep(total);
    } catch (error) {
      log.warn({ err: error }, 'image requests cannot be counted in a file any more; each waits for the database');
      tally = undefined;
    }
    return tally !== undefined;
  }

  function makeLastSoon(names: ReadonlySet<string>) {
    for (const name of names) fleeting.add(name);
    // Where no request comes that would bring it about.
    reminder ??= setTimeout(() => {
      reminder = undefined;
      if (fleeting.size > 0) gather();
    }, lastingEveryMs);
  }

  function forgetOldDays() {
    for (const [name, total] of totals) {
      if (total.day >= today() || dirty.has(name) || fleeting.has(name)) continue;
      totals.delete(name);
      tally?.drop(total);
    }
  }

  return {
    /** Counts a request; to be awaited before it is answered. */
    count({ _id: key, account }: Key): Promise<void> | undefined {
      const day = today();
      const name = `${key}:${day}`;
      const total = totals.get(name) ?? { account, key, day, requests: 0 };
      total.requests += 1;
      totals.set(name, total);
      const kept = keepHere(total);
      dirty.add(name);
      next.requests += 1;
      const { written } = next;
      gather();
      return kept || away ? undefined : written;
    },
    /** Resolves once the database has what was counted so far, or is away. */
    async written(): Promise<void> {
      await Promise.all(dirty.size > 0 && !away ? [...underWay, next.written] : underWay);
    },
    /** Waits until everything is written, as far as that can be done. */
    async close() {
      closing = true;
      clearTimeout(reminder);
      const until = Date.now() + patienceMs * 3;
      const isWritten = () => dirty.size + fleeting.size + underWay.size === 0;
      while (!isWritten() && Date.now() < until) {
        gather();
        await pause(10);
      }
      if (isWritten()) tally?.discard();
    },
  };
}

/** Requests whose counts are written together. */
function createGroup() {
  let release = () => {};
  const written = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { requests: 0, written, release };
}

const dayMs = 24 * 60 * 60 * 1_000;

/** Today's name, made once a day. */
function createToday() {
  let day = { number: Number.NaN, name: '' };
  return () => {
    const now = Date.now();
    const number = Math.floor(now / dayMs);
    if (number !== day.number) day = { number, name: dayOf(new Date(now)) };
    return day.name;
  };
}

function pause(ms: number) {
  return new Promise<void>((resolve) => setTimeout(resolve, ms));
}
