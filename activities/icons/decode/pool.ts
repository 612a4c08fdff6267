import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Answer, FromDecoder, Look, LookTask, Rendered, RenderTask, Task } from './protocol.ts';

/** A picture gave no result; the words say why and can be shown to people. */
export interface Undecodable {
  problem: string;
}

/** The way to pictures from the web: looked at and rendered in processes of their own. */
export interface Decode {
  look(task: Omit<LookTask, 'do'>): Promise<Look | Undecodable>;
  render(task: Omit<RenderTask, 'do'>): Promise<Rendered | Undecodable>;
  /** Starts a process before the first picture comes. */
  warm(): Promise<void>;
  close(): Promise<void>;
}

export interface DecodeOptions {
  processes?: number;
  /** A process that has grown beyond this is killed, whatever it is doing. */
  memoryBytes?: number;
  lookTimeoutMs?: number;
  renderTimeoutMs?: number;
}

interface Job {
  task: Task;
  timeoutMs: number;
  settle: (result: Answer | Undecodable) => void;
}

interface Decoder {
  child: ChildProcess;
  ready: boolean;
  tasksDone: number;
  job?: Job;
  timer?: NodeJS.Timeout;
}

const megabyte = 1024 * 1024;
/** Native memory fragments; a process that has grown, or is old, is replaced between two pictures. */
const restAfterTasks = 2_000;
const restAboveBytes = 320 * megabyte;
const startTimeoutMs = 30_000;

export function createDecode(options: DecodeOptions = {}): Decode {
  const { processes = 2, memoryBytes = 768 * megabyte, lookTimeoutMs = 5_000, renderTimeoutMs = 15_000 } = options;
  const decoders = new Set<Decoder>();
  const waiting: Job[] = [];
  const awaitingStart: (() => void)[] = [];
  let closed = false;

  const run = (task: Task, timeoutMs: number): Promise<Answer | Undecodable> =>
    new Promise((settle) => {
      if (closed) return settle({ problem: 'the decoder is closed' });
      waiting.push({ task, timeoutMs, settle });
      assign();
    });

  function assign(): void {
    for (const decoder of decoders) {
      if (waiting.length === 0) return;
      if (decoder.ready && decoder.job === undefined) give(decoder);
    }
    const idle = [...decoders].filter((decoder) => decoder.job === undefined).length;
    for (let missing = waiting.length - idle; missing > 0 && decoders.size < processes; missing--) start();
  }

  function give(decoder: Decoder): void {
    const job = waiting.shift();
    if (job === undefined) return;
    decoder.job = job;
    decoder.child.ref();
    decoder.timer = setTimeout(() => end(decoder, 'the picture took too long to decode'), job.timeoutMs);
    decoder.child.send({ id: decoder.tasksDone, task: job.task });
  }

  function start(): void {
    const child = fork(fileURLToPath(new URL(decoderFile, import.meta.url)), [String(memoryBytes)], {
      serialization: 'advanced',
      execArgv: [...loaderArguments, '--max-old-space-size=256'],
      // None of our secrets; and few memory arenas, so that what is freed goes back to the system.
      env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const decoder: Decoder = { child, ready: false, tasksDone: 0 };
    decoders.add(decoder);
    decoder.timer = setTimeout(() => end(decoder, 'the decoder did not start'), startTimeoutMs);
    child.on('message', (message: FromDecoder) => hear(decoder, message));
    child.on('error', () => end(decoder, 'the picture broke the decoder'));
    child.on('exit', () => end(decoder, 'the picture broke the decoder, or took too much memory'));
  }

  function hear(decoder: Decoder, message: FromDecoder): void {
    clearTimeout(decoder.timer);
    if ('ready' in message) {
      decoder.ready = true;
      restUntilNeeded(decoder);
      for (const started of awaitingStart.splice(0)) started();
    } else {
      const { job } = decoder;
      delete decoder.job;
      decoder.tasksDone += 1;
      job?.settle('answer' in message ? withBuffers(message.answer) : { problem: message.problem });
      if (message.rss > restAboveBytes || decoder.tasksDone >= restAfterTasks) end(decoder, 'the decoder rests');
      else restUntilNeeded(decoder);
    }
    assign();
  }

  /** An idle process keeps nobody from exiting. */
  function restUntilNeeded({ child }: Decoder): void {
    child.unref();
    child.channel?.unref();
  }

  /** Ends a process, whose picture gets no result. A new one is there before the next picture. */
  function end(decoder: Decoder, problem: string): void {
    if (!decoders.delete(decoder)) return;
    clearTimeout(decoder.timer);
    decoder.child.kill('SIGKILL');
    decoder.job?.settle({ problem });
    for (const started of awaitingStart.splice(0)) started();
    // One that cannot even start is not started again before somebody asks for it.
    if (!decoder.ready) for (const job of waiting.splice(0)) job.settle({ problem: 'the decoder does not start' });
    else if (!closed) start();
  }

  return {
    look: async (task) => onlyLook(await run({ do: 'look', ...task }, lookTimeoutMs)),
    render: async (task) => onlyRendered(await run({ do: 'render', ...task }, renderTimeoutMs)),
    warm() {
      if (closed || [...decoders].some(({ ready }) => ready)) return Promise.resolve();
      return new Promise((started) => {
        awaitingStart.push(started);
        while (decoders.size < processes) start();
      });
    },
    async close() {
      closed = true;
      for (const decoder of [...decoders]) end(decoder, 'the decoder is closed');
      for (const job of waiting.splice(0)) job.settle({ problem: 'the decoder is closed' });
    },
  };
}

/** Run from its sources, the process needs the same loader as we do; run compiled, none. */
const fromSources = import.meta.url.endsWith('.ts');
const decoderFile = fromSources ? './decoder.ts' : './decoder.js';
const loaderArguments = fromSources
  ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href]
  : [];

function onlyLook(result: Answer | Undecodable): Look | Undecodable {
  return 'problem' in result || 'legibility' in result ? result : { problem: 'the decoder gave another answer' };
}

function onlyRendered(result: Answer | Undecodable): Rendered | Undecodable {
  return 'problem' in result || 'body' in result ? result : { problem: 'the decoder gave another answer' };
}

/** Between processes a Buffer arrives as the plain array of bytes it is built on. */
function withBuffers(answer: Answer): Answer {
  if ('body' in answer) return { ...answer, body: asBuffer(answer.body) };
  return answer.kept === undefined ? answer : { ...answer, kept: asBuffer(answer.kept) };
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
