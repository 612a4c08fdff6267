import type { ChildProcess } from 'node:child_process';
import { forkDecoder } from './fork.ts';
import {
  asBuffer,
  type DecoderAnswer,
  type DecoderTask,
  type EncodedImage,
  type FromDecoder,
  type Inspection,
  type InspectTask,
  type RenditionTask,
} from './protocol.ts';

/** Why a picture gave no result, in words that can be shown to people. */
export interface Unusable {
  problem: string;
}

/** Decodes pictures from the web in separate processes. */
export interface DecoderPool {
  inspect(task: Omit<InspectTask, 'do'>): Promise<Inspection | Unusable>;
  makeRendition(task: Omit<RenditionTask, 'do'>): Promise<EncodedImage | Unusable>;
  /** Starts the processes before the first picture comes. */
  warm(): Promise<void>;
  close(): Promise<void>;
}

export interface DecoderPoolOptions {
  processes?: number;
  /** A process that uses more memory than this is killed, even in the middle of a task. */
  memoryBytes?: number;
  inspectTimeoutMs?: number;
  renditionTimeoutMs?: number;
}

interface Job {
  task: DecoderTask;
  timeoutMs: number;
  settle: (result: DecoderAnswer | Unusable) => void;
}

interface Decoder {
  child: ChildProcess;
  isReady: boolean;
  tasksDone: number;
  job?: Job;
  timer?: NodeJS.Timeout;
}

const megabyte = 1024 * 1024;
/** Native memory fragments, so a process that has grown or is old is replaced between two tasks. */
const recycleAfterTasks = 2_000;
const recycleAboveBytes = 320 * megabyte;
const startTimeoutMs = 30_000;

export function createDecoderPool(options: DecoderPoolOptions = {}): DecoderPool {
  const { processes = 2, memoryBytes = 768 * megabyte } = options;
  const { inspectTimeoutMs = 5_000, renditionTimeoutMs = 15_000 } = options;
  const decoders = new Set<Decoder>();
  const queue: Job[] = [];
  const awaitingStart: (() => void)[] = [];
  let isClosed = false;

  const run = (task: DecoderTask, timeoutMs: number): Promise<DecoderAnswer | Unusable> =>
    new Promise((settle) => {
      if (isClosed) return settle({ problem: 'the decoder is closed' });
      queue.push({ task, timeoutMs, settle });
      dispatch();
    });

  function dispatch(): void {
    for (const decoder of decoders) {
      if (queue.length === 0) return;
      if (decoder.isReady && decoder.job === undefined) assignJob(decoder);
    }
    const idle = [...decoders].filter((decoder) => decoder.job === undefined).length;
    for (let missing = queue.length - idle; missing > 0 && decoders.size < processes; missing--) start();
  }

  function assignJob(decoder: Decoder): void {
    const job = queue.shift();
    if (job === undefined) return;
    decoder.job = job;
    decoder.child.ref();
    decoder.timer = setTimeout(() => kill(decoder, 'the picture took too long to decode'), job.timeoutMs);
    decoder.child.send({ id: decoder.tasksDone, task: job.task });
  }

  function start(): void {
    const child = forkDecoder(memoryBytes);
    const decoder: Decoder = { child, isReady: false, tasksDone: 0 };
    decoders.add(decoder);
    decoder.timer = setTimeout(() => kill(decoder, 'the decoder did not start'), startTimeoutMs);
    child.on('message', (message: FromDecoder) => receive(decoder, message));
    child.on('error', () => kill(decoder, 'the picture broke the decoder'));
    child.on('exit', () => kill(decoder, 'the picture broke the decoder, or took too much memory'));
  }

  function receive(decoder: Decoder, message: FromDecoder): void {
    clearTimeout(decoder.timer);
    if ('ready' in message) {
      decoder.isReady = true;
      unref(decoder);
      for (const started of awaitingStart.splice(0)) started();
    } else {
      const { job } = decoder;
      delete decoder.job;
      decoder.tasksDone += 1;
      job?.settle('answer' in message ? withBuffers(message.answer) : { problem: message.problem });
      const isWornOut = message.rss > recycleAboveBytes || decoder.tasksDone >= recycleAfterTasks;
      if (isWornOut) kill(decoder, 'the decoder is recycled');
      else unref(decoder);
    }
    dispatch();
  }

  /** Kills a process and settles its job without a result. A replacement is started right away. */
  function kill(decoder: Decoder, problem: string): void {
    if (!decoders.delete(decoder)) return;
    clearTimeout(decoder.timer);
    decoder.child.kill('SIGKILL');
    decoder.job?.settle({ problem });
    for (const started of awaitingStart.splice(0)) started();
    // A process that fails to start is not replaced before the next task, so it cannot fail in a loop.
    if (!decoder.isReady) settleAll(queue.splice(0), 'the decoder does not start');
    else if (!isClosed) start();
  }

  return {
    inspect: async (task) => onlyInspection(await run({ do: 'inspect', ...task }, inspectTimeoutMs)),
    makeRendition: async (task) => onlyImage(await run({ do: 'rendition', ...task }, renditionTimeoutMs)),
    warm() {
      if (isClosed || [...decoders].some(({ isReady }) => isReady)) return Promise.resolve();
      return new Promise((started) => {
        awaitingStart.push(started);
        while (decoders.size < processes) start();
      });
    },
    async close() {
      isClosed = true;
      for (const decoder of [...decoders]) kill(decoder, 'the decoder is closed');
      settleAll(queue.splice(0), 'the decoder is closed');
    },
  };
}

function settleAll(jobs: readonly Job[], problem: string): void {
  for (const job of jobs) job.settle({ problem });
}

/** Lets the worker exit while a process is idle. */
function unref({ child }: Decoder): void {
  child.unref();
  child.channel?.unref();
}

function onlyInspection(result: DecoderAnswer | Unusable): Inspection | Unusable {
  return 'problem' in result || 'legibility' in result ? result : { problem: 'the decoder gave another answer' };
}

function onlyImage(result: DecoderAnswer | Unusable): EncodedImage | Unusable {
  return 'problem' in result || 'body' in result ? result : { problem: 'the decoder gave another answer' };
}

function withBuffers(answer: DecoderAnswer): DecoderAnswer {
  if ('body' in answer) return { ...answer, body: asBuffer(answer.body) };
  return answer.replacement === undefined ? answer : { ...answer, replacement: asBuffer(answer.replacement) };
}
