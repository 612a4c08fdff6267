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

/** Requests that come within this time are written together. */
const groupMs = 4;
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
  let writing: Promise<void> | undefined;
  let away = false;

  async function write(): Promise<void> {
    await pause(groupMs);
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
    try {
      const changed = [...names].flatMap((name) => totals.get(name) ?? []);
      await usage.record(instance, changed);
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
      writing = undefined;
      if (dirty.size > 0 || waiting.length > 0) writing = write();
    }
  }

  function forgetOldDays() {
    const today = dayOf(new Date());
    for (const [name, { day }] of totals) if (day < today && !dirty.has(name)) totals.delete(name);
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
      writing ??= write();
      return done.finally(written);
    },
    /** Waits until everything is written, as far as that can be done. */
    async close() {
      const until = Date.now() + patienceMs * 3;
      while (writing && Date.now() < until) await Promise.race([writing, pause(100)]);
    },
  };
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
