/** While one write is running the next group gathers; with two of them neither the database nor the callers idle. */
const maxWrites = 2;

/** Requests that are committed together. */
export interface CommitGroup {
  requests: number;
  /** Resolves once the group is written, or need not be waited for any longer. */
  readonly committed: Promise<void>;
  release(): void;
}

interface Deps {
  /** Writes what the group and the ones before it have left to write. Never rejects. */
  write(group: CommitGroup): Promise<void>;
  hasMore(): boolean;
  /** How long the next group gathers; 0 means until the end of this turn of the event loop. */
  delayMs(): number;
}

/** Commits many requests with one write. */
export function createGroupCommit({ write, hasMore, delayMs }: Deps) {
  let next = createGroup();
  let isScheduled = false;
  const running = new Set<Promise<void>>();

  function schedule() {
    if (isScheduled || running.size >= maxWrites) return;
    isScheduled = true;
    const ms = delayMs();
    if (ms > 0) setTimeout(start, ms);
    else setImmediate(start);
  }

  async function start() {
    isScheduled = false;
    const group = next;
    next = createGroup();
    running.add(group.committed);
    await write(group);
    group.release();
    running.delete(group.committed);
    if (hasMore()) schedule();
  }

  return {
    /** Adds requests to the next group; returns when that is committed. */
    join(requests: number): Promise<void> {
      next.requests += requests;
      const { committed } = next;
      schedule();
      return committed;
    },
    schedule,
    /** Resolves once everything that runs is committed, and the next group too if `includeNext`. */
    async settled(includeNext: boolean): Promise<void> {
      await Promise.all(includeNext ? [...running, next.committed] : running);
    },
    isIdle: () => running.size === 0,
  };
}

function createGroup(): CommitGroup {
  let release = () => {};
  const committed = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { requests: 0, committed, release };
}
