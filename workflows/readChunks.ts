import {
  ActivityFailure,
  ApplicationFailure,
  condition,
  isCancellation,
  patched,
  proxyActivities,
  proxyLocalActivities,
  workflowInfo,
} from '@temporalio/workflow';
import type { BatchActivities, ChunkActivities } from '../activities/batches/activities.ts';
import type { FailureKind } from '../contracts/failures.ts';
import type { BatchProgress, BatchWork, ChunkLeftover, ChunkPart } from '../contracts/work/batches.ts';
import { createAdaptiveConcurrency } from './adaptiveConcurrency.ts';
import type { ChunkQueue } from './chunkQueue.ts';
import { isHistoryFull } from './historyLimits.ts';
import { chunkTimeouts, databaseStep } from './timeouts.ts';

/** A site that answers "later" more often than this has refused. */
const maxRefusals = 4;
/** A run with more events than this continues in a new one. */
const maxHistoryEvents = 1_500;
/** Chunks in progress per lane: a chunk that waits for its host occupies no lane. */
const chunksPerLane = 4;
/** How long a page waits before it is retried alone. */
const isolationDelayMs = 1_000;

const { failPages, unsettledPages } = proxyLocalActivities<BatchActivities>(databaseStep);

interface Reading {
  queue: ChunkQueue;
  /** Left over from the run before. */
  parts: readonly ChunkPart[];
  /** Called with the number of URLs that a crawl has accepted. */
  onTotal?: (total: number) => void;
}

/**
 * Reads the chunks of a job, until there is none left and none in progress that might add one, or the job has ended.
 * Returns what is left when the history of this run is full.
 */
export async function readChunks(
  batch: BatchWork,
  { queue, parts, onTotal }: Reading,
): Promise<BatchProgress | 'done' | 'ended'> {
  const { account, requestId, job, round, pagesAtOnce, accountPages } = batch;
  const context = { account, requestId, job, round };
  const activitiesOn = (taskQueue: ChunkPart['queue']) =>
    proxyActivities<ChunkActivities>({
      taskQueue,
      ...chunkTimeouts(batch.pageTimeoutMs, batch.chunkSize),
      priority: { fairnessKey: account },
    });
  const readers = { fetch: activitiesOn('fetch'), browser: activitiesOn('browser') };
  const lanes = createAdaptiveConcurrency(batch.lanes);
  /** How many parts of each chunk are in progress. */
  const partsInProgress = new Map<number, number>();
  const unfinished: ChunkPart[] = [];
  let jobHasEnded = false;

  // Earlier versions counted events alone.
  const historyIsFull = patched('continue-by-size')
    ? () => isHistoryFull(maxHistoryEvents)
    : () => workflowInfo().historyLength > maxHistoryEvents;
  // In a retry round the chunks hold scattered positions, so nothing is known about the positions below them.
  const frontier = () => (round > 0 ? 0 : queue.positionsBelow(Math.min(queue.next(), ...partsInProgress.keys())));
  const origin = (chunk: number) => (queue.isDiscovered(chunk) ? { isDiscovered: true as const } : {});

  async function attempt(part: ChunkPart): Promise<ChunkLeftover | 'outage'> {
    const { chunk, indexes, reasons, queue, refusals } = part;
    try {
      return await readers[queue].readPages({
        ...context,
        chunk,
        ...origin(chunk),
        ...(indexes && { indexes }),
        ...(reasons && { reasons }),
        pagesAtOnce,
        ...(accountPages && { accountPages }),
        mayPutOff: refusals < maxRefusals,
        frontier: frontier(),
      });
    } catch (error) {
      if (isCancellation(error)) throw error;
      return isOutage(error) ? 'outage' : isolate(part);
    }
  }

  /**
   * For pages of which every attempt failed or took its worker down. Only the page that causes it shall fail, so each is
   * retried alone, and given up if that fails too.
   */
  async function isolate({ chunk, indexes }: ChunkPart): Promise<ChunkLeftover> {
    const part = { ...context, chunk, ...origin(chunk), ...(indexes && { indexes }) };
    if (indexes?.length === 1) {
      await failPages(part);
      return { render: [], later: [], ended: false };
    }
    const unsettled = await unsettledPages(part);
    const later = unsettled.map((index) => ({ indexes: [index], afterMs: isolationDelayMs, refused: false }));
    return { render: [], later, ended: false };
  }

  /** Reads a part to its end: again after an outage, in the browser if needed, later if its host is busy. */
  async function finish(part: ChunkPart, outages = 0): Promise<void> {
    const outcome = await lanes.run(part.chunk, async () =>
      jobHasEnded || historyIsFull() ? 'stopped' : attempt(part),
    );
    if (outcome === 'stopped') {
      unfinished.push(part);
      return;
    }
    if (outcome === 'outage') {
      await condition(historyIsFull, outageBackoffMs(outages));
      return finish(part, outages + 1);
    }
    const { render, later, ended, total } = outcome;
    if (total !== undefined) onTotal?.(total);
    if (later.some(({ refused }) => !refused)) lanes.decrease();
    else lanes.increase();
    jobHasEnded ||= ended;
    await Promise.all([
      render.length > 0 && finish({ ...part, ...renderPart(render), queue: 'browser' }),
      ...later.map(async ({ indexes, afterMs, refused }) => {
        await condition(historyIsFull, afterMs);
        await finish({ ...part, ...selectPages(part, indexes), refusals: part.refusals + (refused ? 1 : 0) });
      }),
    ]);
  }

  async function track(part: ChunkPart): Promise<void> {
    partsInProgress.set(part.chunk, (partsInProgress.get(part.chunk) ?? 0) + 1);
    await finish(part);
    const others = (partsInProgress.get(part.chunk) ?? 1) - 1;
    if (others > 0) partsInProgress.set(part.chunk, others);
    else partsInProgress.delete(part.chunk);
  }

  const mustStop = () => jobHasEnded || historyIsFull();

  const tracked = parts.map(track);
  try {
    // What is in progress may add to the frontier of a crawl.
    while (!mustStop() && (queue.hasNext() || (onTotal && partsInProgress.size > 0))) {
      if (!queue.hasNext()) {
        await condition(() => queue.hasNext() || partsInProgress.size === 0 || mustStop());
        continue;
      }
      tracked.push(track({ ...queue.take(), queue: batch.browserOnly ? 'browser' : 'fetch', refusals: 0 }));
      await condition(() => partsInProgress.size < batch.lanes * chunksPerLane);
    }
  } finally {
    // A cancelled batch ends here with parts in progress. They reject too, and a rejection that nobody observes would
    // fail the workflow task again and again.
    await Promise.allSettled(tracked);
  }
  await Promise.all(tracked);
  if (jobHasEnded) return 'ended';
  return unfinished.length > 0 || queue.hasNext() ? { nextChunk: queue.next(), parts: unfinished } : 'done';
}

/** While the database or the object store is down the batch waits, with growing intervals: no page fails because of it. */
function outageBackoffMs(outages: number): number {
  return Math.min(1_000 * 2 ** outages, 15_000);
}

function isOutage(error: unknown): boolean {
  return (
    error instanceof ActivityFailure &&
    error.cause instanceof ApplicationFailure &&
    error.cause.type === ('StorageDown' satisfies FailureKind)
  );
}

function renderPart(render: ChunkLeftover['render']): Pick<ChunkPart, 'indexes' | 'reasons'> {
  return { indexes: render.map(({ index }) => index), reasons: render.map(({ reason }) => reason) };
}

/** Some of a part's pages, each with its reason for the browser. */
function selectPages(
  { indexes: all, reasons }: ChunkPart,
  indexes: readonly number[],
): Pick<ChunkPart, 'indexes' | 'reasons'> {
  if (!all || !reasons) return { indexes };
  return { indexes, reasons: indexes.map((index) => reasons[all.indexOf(index)] ?? '') };
}
