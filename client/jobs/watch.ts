import { sleep, untilAborted } from '../http/backoff.ts';
import type { Http } from '../http/request.ts';
import { serverSentEvents } from '../http/serverSentEvents.ts';
import { hasEnded, type JobProgress } from './progress.ts';

export interface Watch {
  /** Resolves to the newest state once there is one that was not returned before. */
  next(): Promise<JobProgress>;
  close(): void;
}

interface WatchOptions {
  signal?: AbortSignal | undefined;
  pollIntervalMs: number;
}

/**
 * Follows a job by its server-sent events, which continue after a broken connection where they ended; by polling where
 * there are none, because a proxy swallows them or the plan allows no more streams.
 */
export function watchJob(http: Http, path: string, { signal, pollIntervalMs }: WatchOptions): Watch {
  const closing = new AbortController();
  const ended = AbortSignal.any([closing.signal, ...(signal ? [signal] : [])]);
  let latest: JobProgress | undefined;
  let failure: { cause: unknown } | undefined;
  let wake = () => {};

  function report(state: JobProgress) {
    latest = state;
    wake();
  }

  async function follow() {
    let lastEventId = '';
    for (;;) {
      const headers = { accept: 'text/event-stream', ...(lastEventId && { 'last-event-id': lastEventId }) };
      const response = await http.open(`${path}/events`, { headers, signal: ended, isStream: true }).catch(refused);
      if (!response?.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) return poll();
      try {
        for await (const { data, id } of serverSentEvents(response.body)) {
          lastEventId = id;
          const state: JobProgress = JSON.parse(data);
          report(state);
          if (hasEnded(state)) return;
        }
      } catch {
        // The connection broke; the next one goes on from the last event.
        ended.throwIfAborted();
      }
    }
  }

  function refused(cause: unknown): undefined {
    ended.throwIfAborted();
    const status = cause instanceof Error && 'status' in cause ? cause.status : undefined;
    // Without a stream there is still the job; without an answer there is nothing.
    if (typeof status !== 'number' || status === 401 || status === 404) throw cause;
  }

  async function poll() {
    for (;;) {
      const { data: _, ...state } = await http.json<JobProgress & { data: unknown }>(`${path}?limit=1`, {
        signal: ended,
      });
      report(state);
      if (hasEnded(state)) return;
      await sleep(pollIntervalMs, ended);
    }
  }

  untilAborted(follow(), signal).catch((cause: unknown) => {
    failure = { cause };
    wake();
  });

  return {
    async next() {
      while (!latest) {
        if (failure) throw failure.cause;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const state = latest;
      // One that has ended stays as it is, so it can be returned again.
      if (!hasEnded(state)) latest = undefined;
      return state;
    },
    close: () => closing.abort(),
  };
}
