import { PassThrough, type Readable } from 'node:stream';
import type { Job } from '../../../storage/jobs.ts';
import { callerOf, type Middleware } from '../../http/context.ts';
import { ownJob } from '../../http/ownJob.ts';
import type { ApiDeps } from '../deps.ts';
import { createStreamLimit } from '../streamLimit.ts';
import { createJobWatch, type JobWatch } from './jobWatch.ts';
import { progressOf } from './status.ts';

/** Proxies cut connections that are silent for long. */
const keepAliveMs = 15_000;
/** A stream ends after this time; the client connects again and misses nothing, because each event has all counters. */
const maxStreamMs = 15 * 60_000;

/** `GET /v1/batch/scrape/{id}/events` and the same under `/v1/crawl`: the counters as server-sent events, until the job ends. */
export function jobEventStream({ storage, planOf }: ApiDeps): Middleware {
  const watch = createJobWatch(storage.jobs);
  const limitStreams = createStreamLimit(storage.concurrencySlots, planOf);
  return async (ctx) => {
    const { _id: id } = await ownJob(ctx, storage);
    const release = await limitStreams(ctx, callerOf(ctx).account);
    // The client may have gone while it waited for its place.
    if (ctx.res.destroyed) return release();
    ctx.res.once('close', release);
    ctx.type = 'text/event-stream';
    ctx.set({ 'Cache-Control': 'no-cache', 'X-Accel-Buffering': 'no' });
    ctx.body = jobEvents(watch, id, { after: ctx.get('Last-Event-ID') });
  };
}

interface StreamOptions {
  /** The id of the last event that the client has seen. */
  after?: string;
  maxMs?: number;
}

/** The events of a job, from its present state until it ends or is gone, or until the stream is old enough. */
export function jobEvents(watch: JobWatch, id: string, { after = '', maxMs = maxStreamMs }: StreamOptions): Readable {
  const stream = new PassThrough();
  let last = after;

  function send(job: Job | null) {
    if (!job) return finish();
    // Each event replaces the one before, so a client that reads slowly gets fewer of them.
    if (stream.writableNeedDrain && job.status === 'scraping') return;
    const eventId = eventIdOf(job);
    const write = (event: string) =>
      stream.write(`event: ${event}\ndata: ${JSON.stringify(progressOf(job))}\nid: ${eventId}\n\n`);
    if (eventId !== last) write('progress');
    last = eventId;
    if (job.status === 'scraping') return;
    write(job.status);
    finish();
  }

  const unsubscribe = watch.subscribe(id, send);
  const keepAlive = setInterval(() => stream.write(': still here\n\n'), keepAliveMs);
  const end = setTimeout(finish, maxMs);
  function stop() {
    unsubscribe();
    clearInterval(keepAlive);
    clearTimeout(end);
  }
  function finish() {
    stop();
    stream.end();
  }
  stream.once('close', stop);
  return stream;
}

/** Changes with every counter that an event has. */
function eventIdOf({ retries, status, total, completed, failed, expiresAt, warnings = [] }: Job): string {
  return [retries, status, total, completed, failed, warnings.length, expiresAt.getTime()].join('-');
}
