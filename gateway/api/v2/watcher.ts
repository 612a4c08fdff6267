import { once } from 'node:events';
import { type WebSocket, WebSocketServer } from 'ws';
import { Failure } from '../../../contracts/failures.ts';
import { decompress } from '../../../storage/concatenableGzip.ts';
import type { Job } from '../../../storage/jobs.ts';
import type { AcceptWebSocket } from '../../http/upgrades.ts';
import type { KeyLookup } from '../auth.ts';
import type { ApiDeps } from '../deps.ts';
import { createJobWatch, type JobWatch } from '../jobs/jobWatch.ts';
import { createStreamLimit } from '../streamLimit.ts';
import { v2ProgressOf } from './status.ts';

interface Deps extends Pick<ApiDeps, 'storage' | 'planOf'> {
  findKey: KeyLookup;
}

const watchedPath = /^\/v2\/(?:batch\/scrape|crawl)\/([\w-]+)$/;
/** Proxies cut connections that are silent for long. */
const pingIntervalMs = 15_000;
/** Clients send nothing. */
const maxPayload = 1_024;

/** The WebSocket on the address of a job's status: its pages as they are read, until it ends. */
export function createWatcher({ storage, planOf, findKey }: Deps): AcceptWebSocket {
  const watch = createJobWatch(storage.jobs);
  const limitStreams = createStreamLimit(storage.concurrencySlots, planOf);
  const server = new WebSocketServer({
    noServer: true,
    maxPayload,
    // The JavaScript client sends its key as the name of a protocol, and wants to hear it again.
    handleProtocols: ([protocol]) => protocol ?? false,
  });

  async function serve(socket: WebSocket, id: string, key: string) {
    const { account } = await findKey(key);
    const release = await limitStreams({ set: () => {} }, account);
    socket.once('close', release);
    const job = await storage.jobs.findOwn(id, account);
    if (!job) throw new Failure('NotFound', `There is no job ${id}; results are kept for 24 hours.`);
    const ping = setInterval(() => socket.ping(), pingIntervalMs);
    socket.once('close', () => clearInterval(ping));
    await sendJob(socket, { watch, pages: storage.pages }, job);
  }

  return (request, socket, head) => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    const id = watchedPath.exec(path)?.[1];
    if (id === undefined) return false;
    // Accepted whatever the key is: a client that is refused here tries again at once, for ever.
    server.handleUpgrade(request, socket, head, (accepted) => {
      accepted.on('error', () => accepted.terminate());
      const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
      serve(accepted, id, bearer ?? accepted.protocol)
        .catch((error: unknown) => {
          const words = error instanceof Failure ? error.message : 'Something went wrong on our side; poll the job.';
          accepted.send(JSON.stringify({ type: 'error', error: words }));
        })
        .finally(() => accepted.close());
    });
    return true;
  };
}

interface Source {
  watch: JobWatch;
  pages: ApiDeps['storage']['pages'];
}

/** Sends the job as it is, then each page once, then how it has ended. */
async function sendJob(socket: WebSocket, { watch, pages }: Source, job: Job): Promise<void> {
  const sent = new Set<number>();
  let sentBelow = 0;

  async function send(frame: object | string): Promise<void> {
    if (socket.readyState !== socket.OPEN) return;
    // Waits until it has gone out, so that a client that reads slowly costs no memory.
    await new Promise<void>((resolve) =>
      socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame), () => resolve()),
    );
  }

  async function sendNewPages({ _id: id, frontier }: Job): Promise<void> {
    for await (const position of pages.completedPositions(id, sentBelow)) {
      if (socket.readyState !== socket.OPEN) return;
      if (sent.has(position)) continue;
      const content = await pages.content(id, position);
      if (content) await send(`{"type":"document","data":${String(await decompress(content))}}`);
      sent.add(position);
    }
    // Below the frontier nothing is missing any more.
    sentBelow = Math.max(sentBelow, frontier);
    for (const position of sent) if (position < sentBelow) sent.delete(position);
  }

  await send({ type: 'catchup', data: { success: true, ...v2ProgressOf(job), status: 'scraping', data: [] } });
  for await (const now of statesOf(socket, watch, job._id)) {
    await sendNewPages(now);
    if (now.status === 'scraping') continue;
    const data = { success: true, ...v2ProgressOf(now), data: [] };
    // A snapshot for those that count them; clients do not expect one of an empty job that has ended well.
    if (now.status !== 'completed' || now.total > 0) await send({ type: 'catchup', data });
    // Clients take it for success.
    if (now.status === 'completed') await send({ type: 'done', data });
    return;
  }
}

/** The job whenever its counters have changed, until it has ended, is gone, or nobody listens. */
async function* statesOf(socket: WebSocket, watch: JobWatch, id: string): AsyncGenerator<Job> {
  const changes = new EventTarget();
  let latest: Job | null | undefined;
  let seen = '';
  const unsubscribe = watch.subscribe(id, (job) => {
    latest = job;
    changes.dispatchEvent(new Event('change'));
  });
  socket.once('close', () => changes.dispatchEvent(new Event('change')));
  try {
    while (socket.readyState === socket.OPEN) {
      const job = latest;
      if (job === null) return;
      const counters = job ? `${job.status}-${job.completed}` : seen;
      if (!job || counters === seen) {
        await once(changes, 'change');
        continue;
      }
      seen = counters;
      yield job;
      if (job.status !== 'scraping') return;
    }
  } finally {
    unsubscribe();
  }
}
