import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Middleware } from 'koa';
import { ownJob } from '../../accounts/ownJob.ts';
import type { ApiParts } from '../deps.ts';
import { progressOf } from './status.ts';

const lookEveryMs = 500;
/** Proxies cut connections that are silent for long. */
const silenceMs = 15_000;

/** `GET /v1/batch/scrape/{id}/events`: the counters as server-sent events, until the job ends. */
export function batchEvents({ storage }: ApiParts): Middleware {
  return async (ctx) => {
    const { _id: id } = await ownJob(ctx, storage);
    const gone = new AbortController();
    ctx.res.once('close', () => gone.abort());

    async function* progress() {
      let shown = '';
      let shownAt = 0;
      for (;;) {
        const job = await storage.jobs.find(id);
        if (!job) return;
        const now = JSON.stringify(progressOf(job));
        if (now !== shown) yield `event: progress\ndata: ${now}\n\n`;
        else if (Date.now() - shownAt > silenceMs) yield ': still here\n\n';
        else {
          if (await stopped(lookEveryMs, gone.signal)) return;
          continue;
        }
        shown = now;
        shownAt = Date.now();
        if (job.status !== 'scraping') {
          yield `event: ${job.status}\ndata: ${now}\n\n`;
          return;
        }
      }
    }
    ctx.type = 'text/event-stream';
    ctx.set({ 'Cache-Control': 'no-cache', 'X-Accel-Buffering': 'no' });
    ctx.body = Readable.from(progress());
  };
}

function stopped(ms: number, signal: AbortSignal) {
  return wait(ms, false, { signal }).catch(() => true);
}
