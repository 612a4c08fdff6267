import type { Job, Jobs } from '../../../storage/jobs.ts';

/** Called with the job whenever it was read, and with null once it is gone. */
export type JobListener = (job: Job | null) => void;

export interface JobWatch {
  /** Returns what ends the subscription. */
  subscribe(id: string, listener: JobListener): () => void;
}

interface Poll {
  listeners: Set<JobListener>;
  timer: NodeJS.Timeout;
}

/** Reads watched jobs again and again: each once for all of its listeners, for as long as it has any. */
export function createJobWatch({ find }: Pick<Jobs, 'find'>, pollIntervalMs = 500): JobWatch {
  const polls = new Map<string, Poll>();

  async function poll(id: string) {
    // While the database is unreachable there is no news.
    const job = await find(id).catch(() => undefined);
    const watched = polls.get(id);
    if (!watched) return;
    if (job !== undefined) for (const listener of watched.listeners) listener(job);
    if (polls.get(id) === watched) watched.timer = setTimeout(poll, pollIntervalMs, id);
  }

  return {
    subscribe(id, listener) {
      const watched = polls.get(id) ?? { listeners: new Set(), timer: setTimeout(poll, 0, id) };
      watched.listeners.add(listener);
      polls.set(id, watched);
      return () => {
        watched.listeners.delete(listener);
        if (watched.listeners.size > 0 || polls.get(id) !== watched) return;
        clearTimeout(watched.timer);
        polls.delete(id);
      };
    },
  };
}
