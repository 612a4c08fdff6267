import { randomUUID } from 'node:crypto';
import type { Logger } from '../../contracts/log.ts';
import type { Key } from '../../storage/keys.ts';
import { type Counted, dayOf, type Usage } from '../../storage/usage.ts';
import type { GatewayMetrics } from '../metrics.ts';

interface Parts {
  usage: Pick<Usage, 'record'>;
  log: Logger;
  metrics: Pick<GatewayMetrics, 'imageCounted'>;
  /** Told which accounts were counted, once that is written. */
  counted: (accounts: ReadonlySet<string>) => void;
}

/** While one write is under way the next one gathers; with two of them neither the database nor the callers wait idly. */
const mostWrites = 2;
/**
 * An answer waits until the database has its count, not until that is on its disks: the next write has the same totals
 * again, so that what a crash of the database undoes is made good. This often, all that has changed is written to last.
 */
const lastingEveryMs = 1_000;
/** A database that takes longer than this is away: images go on, and the counts wait here. */
const patienceMs = 1_000;
const tryAgainMs = 500;

export type Counter = ReturnType<typeof createCounter>;

/** Counts each request before it is answered, many in one write. */
export function createCounter({ usage, log, metrics, counted }: Parts) {
  const instance = randomUUID();
  /** Totals of this process by key and day. */
  const totals = new Map<string, Counted>();
  let dirty = new Set<string>();
  let waiting: (() => void)[] = [];
  let gathering = false;
  let writes = 0;
  let away = false;
  /** Written, but not yet to last. */
  let fleeting = new Set<string>();
  let lastedAt = Date.now();
  let reminder: NodeJS.Timeout | undefined;
  let closing = false;

  /** Has all that comes in this turn of the event loop written together. */
  function gather() {
    if (gathering || writes >= mostWrites) return;
    gathering = true;
    setImmediate(() => {
      gathering = false;
      void write();
    });
  }

  async function write(): Promise<void> {
    writes += 1;
    const names = dirty;
    const answer = waiting;
    dirty = new Set();
    waiting = [];
    const release = () => {
      for (const resolve of answer) resolve();
    };
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
      writes -= 1;
      if (dirty.size > 0) gather();
    }
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
    const today = dayOf(new Date());
    for (const [name, { day }] of totals)
      if (day < today && !dirty.has(name) && !fleeting.has(name)) totals.delete(name);
  }

  return {
    /** Resolves once the request is counted, or will be. */
    count({ _id: key, account }: Key): Promise<void> {
      const day = dayOf(new Date());
      const name = `${key}:${day}`;
      const total = totals.get(name);
      if (total) total.requests += 1;
      else totals.set(name, { account, key, day, requests: 1 });
      dirty.add(name);
      const written = metrics.imageCounted();
      const done = away ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve));
      gather();
      return done.finally(written);
    },
    /** Waits until everything is written, as far as that can be done. */
    async close() {
      closing = true;
      clearTimeout(reminder);
      if (fleeting.size > 0) gather();
      const until = Date.now() + patienceMs * 3;
      while ((writes > 0 || gathering) && Date.now() < until) await pause(10);
    },
  };
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
