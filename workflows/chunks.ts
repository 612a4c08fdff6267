import {
  ActivityFailure,
  ApplicationFailure,
  condition,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  workflowInfo,
} from '@temporalio/workflow';
import type { BatchActivities, ChunkActivities } from '../activities/batches/activities.ts';
import type { FailureKind } from '../contracts/failures.ts';
import type { BatchProgress, BatchWork, ChunkLeftover, ChunkPart } from '../contracts/work/batches.ts';
import { createLanes } from './lanes.ts';
import { chunkTimeouts, databaseStep } from './timeouts.ts';

/** After this a site's "later" is taken for a no. */
const mostRefusals = 4;
/** A run's history stays below this; then the batch goes on in a new run. */
const mostEvents = 1_500;
/** Chunks under way for each lane: those that wait for a host hold no lane. */
const underWayPerLane = 4;

/** While the database or the object store is away a batch looks again and again, ever less often: no page fails by it. */
function outageMs(before: number) {
  return Math.min(1_000 * 2 ** before, 15_000);
}
/** A page that is to be read by itself waits this long. */
const apartMs = 1_000;

const { failPages, unsettledPages } = proxyLocalActivities<BatchActivities>(databaseStep);

/** Works through the chunks of a batch. Gives what is left where this run's history is full. */
export async function readChunks(batch: BatchWork, from: BatchProgress): Promise<BatchProgress | undefined> {
  const { account, requestId, job, round, pagesAtOnce, accountPages } = batch;
  const context = { account, requestId, job, round };
  const reading = (taskQueue: ChunkPart['queue']) =>
    proxyActivities<ChunkActivities>({
      taskQueue,
      ...chunkTimeouts(batch.pageTimeoutMs, batch.chunkSize),
      priority: { fairnessKey: account },
    });
  const readers = { fetch: reading('fetch'), browser: reading('browser') };
  const lanes = createLanes(batch.lanes);
  const underWay = new Map<number, number>();
  const left: ChunkPart[] = [];
  let { nextChunk } = from;
  let ended = false;

  const runIsFull = () => workflowInfo().historyLength > mostEvents;
  // Positions of a later round are not those of the chunks.
  const frontier = () => (round > 0 ? 0 : Math.min(nextChunk, ...underWay.keys()) * batch.chunkSize);

  async function readOnce(part: ChunkPart): Promise<ChunkLeftover | 'outage'> {
    const { chunk, indexes, reasons, queue, refusals } = part;
    try {
      return await readers[queue].readPages({
        ...context,
        chunk,
        ...(indexes && { indexes }),
        ...(reasons && { reasons }),
        pagesAtOnce,
        ...(accountPages && { accountPages }),
        mayPutOff: refusals < mostRefusals,
        frontier: frontier(),
      });
    } catch (error) {
      if (isCancellation(error)) throw error;
      return isOutage(error) ? 'outage' : apart(part);
    }
  }

  /**
   * Every attempt at these pages failed or took its worker with it. If one of them is to blame, only that one shall fail:
   * each is read once more by itself, and given up when that fails too.
   */
  async function apart({ chunk, indexes }: ChunkPart): Promise<ChunkLeftover> {
    const part = { ...context, chunk, ...(indexes && { indexes }) };
    if (indexes?.length === 1) {
      await failPages(part);
      return { render: [], later: [], ended: false };
    }
    const left = await unsettledPages(part);
    const later = left.map((index) => ({ indexes: [index], afterMs: apartMs, refused: false }));
    return { render: [], later, ended: false };
  }

  async function finish(part: ChunkPart, outages = 0): Promise<void> {
    const outcome = await lanes.take(part.chunk, async () => (ended || runIsFull() ? 'stopped' : readOnce(part)));
    if (outcome === 'stopped') {
      left.push(part);
      return;
    }
    if (outcome === 'outage') {
      await condition(runIsFull, outageMs(outages));
      return finish(part, outages + 1);
    }
    const { render, later, ...after } = outcome;
    if (later.some(({ refused }) => !refused)) lanes.narrow();
    else lanes.widen();
    ended ||= after.ended;
    await Promise.all([
      render.length > 0 && finish({ ...part, ...renderAll(render), queue: 'browser' }),
      ...later.map(async ({ indexes, afterMs, refused }) => {
        await condition(runIsFull, afterMs);
        await finish({ ...part, ...indexesOf(part, indexes), refusals: part.refusals + (refused ? 1 : 0) });
      }),
    ]);
  }

  async function track(part: ChunkPart) {
    underWay.set(part.chunk, (underWay.get(part.chunk) ?? 0) + 1);
    await finish(part);
    const others = (underWay.get(part.chunk) ?? 1) - 1;
    if (others > 0) underWay.set(part.chunk, others);
    else underWay.delete(part.chunk);
  }

  const all = from.parts.map(track);
  while (nextChunk < batch.chunks && !ended && !runIsFull()) {
    const chunk = nextChunk;
    nextChunk += 1;
    all.push(track({ chunk, queue: batch.browserOnly ? 'browser' : 'fetch', refusals: 0 }));
    await condition(() => underWay.size < batch.lanes * underWayPerLane);
  }
  await Promise.all(all);
  const more = !ended && (left.length > 0 || nextChunk < batch.chunks);
  return more ? { nextChunk, parts: left } : undefined;
}

function isOutage(error: unknown) {
  return (
    error instanceof ActivityFailure &&
    error.cause instanceof ApplicationFailure &&
    error.cause.type === ('StorageDown' satisfies FailureKind)
  );
}

function renderAll(render: ChunkLeftover['render']) {
  return {
    indexes: render.map(({ index }) => index),
    reasons: render.map(({ reason }) => reason),
  };
}

/** Some of a part's pages, each with its reason. */
function indexesOf({ indexes: all, reasons }: ChunkPart, indexes: readonly number[]) {
  if (!all || !reasons) return { indexes };
  return { indexes, reasons: indexes.map((index) => reasons[all.indexOf(index)] ?? '') };
}
