import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Middleware } from '../../http/context.ts';
import { ownJob } from '../../http/ownJob.ts';
import type { ApiDeps } from '../deps.ts';
import { progressOf } from './status.ts';

const pollIntervalMs = 500;
/** Proxies cut connections that are silent for long. */
const keepAliveMs = 15_000;

/** `GET /v1/batch/scrape/{id}/events`: the counters as server-sent events, until the job ends. */
export function batchEvents({ storage }: ApiDeps): Middleware {
  return async (ctx) => {
    const { _id: id } = await ownJob(ctx, storage);
    const disconnected = new AbortController();
    ctx.res.once('close', () => disconnected.abort());

    async function* events() {
      let lastSent = '';
      let lastSentAt = 0;
      for (;;) {
        const job = await storage.jobs.find(id);
        if (!job) return;
        const progress = JSON.stringify(progressOf(job));
        if (progress !== lastSent) yield `event: progress\ndata: ${progress}\n\n`;
        else if (Date.now() - lastSentAt > keepAliveMs) yield ': still here\n\n';
        else {
          if (await isAborted(pollIntervalMs, disconnected.signal)) return;
          continue;
        }
        lastSent = progress;
        lastSentAt = Date.now();
        if (job.status !== 'scraping') {
          yield `event: ${job.status}\ndata: ${progress}\n\n`;
          return;
        }
      }
    }
    ctx.type = 'text/event-stream';
    ctx.set({ 'Cache-Control': 'no-cache', 'X-Accel-Buffering': 'no' });
    ctx.body = Readable.from(events());
  };
}

/** Waits, and says whether the signal ended the wait. */
function isAborted(ms: number, signal: AbortSignal): Promise<boolean> {
  return sleep(ms, false, { signal }).catch(() => true);
}
