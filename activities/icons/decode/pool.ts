import { createProcessPool, type ProcessEnd, ProcessEnded, type RunOptions, TaskFailed } from '../../processes/pool.ts';
import {
  asBuffer,
  type EncodedImage,
  type Inspection,
  type InspectTask,
  type Preview,
  type PreviewTask,
  type RenditionTask,
} from './protocol.ts';

/** Why a picture gave no result, in words that can be shown to people. */
export interface Unusable {
  problem: string;
  /** Its turn never came, so nothing is known about the picture. */
  isUndecided?: true;
}

/** Decodes pictures from the web in separate processes. A task whose signal aborts leaves the queue. */
export interface DecoderPool {
  inspect(task: InspectTask, signal?: AbortSignal): Promise<Inspection | Unusable>;
  /** Before all inspections: somebody waits for this very picture. Rejects with the signal's reason. */
  makeRendition(task: RenditionTask, signal?: AbortSignal): Promise<EncodedImage | Unusable>;
  /** A PNG of a whole picture, for people to see. Rejects with the signal's reason. */
  makePreview(task: PreviewTask, signal?: AbortSignal): Promise<Preview | Unusable>;
  /** Starts a process before the first picture comes. */
  warm(): Promise<void>;
  close(): Promise<void>;
}

export interface DecoderPoolOptions {
  processes?: number;
  /** A process that uses more memory than this is killed, even in the middle of a task. */
  memoryBytes?: number;
  inspectTimeoutMs?: number;
  renditionTimeoutMs?: number;
  /** A process without work for this long ends. Without it, processes stay ready. */
  idleTimeoutMs?: number;
}

const megabyte = 1024 * 1024;

const problems: Record<ProcessEnd, string> = {
  time: 'the picture took too long to decode',
  death: 'the picture broke the decoder, or took too much memory',
  start: 'the decoder does not start',
  closed: 'the decoder is closed',
};

export function createDecoderPool(options: DecoderPoolOptions = {}): DecoderPool {
  const { processes = 2, memoryBytes = 768 * megabyte, idleTimeoutMs } = options;
  const { inspectTimeoutMs = 5_000, renditionTimeoutMs = 15_000 } = options;
  const pool = createProcessPool({
    task: new URL(`./decoder${import.meta.url.slice(-3)}`, import.meta.url),
    ...{ processes, memoryBytes, heapMb: 256, recycleAboveBytes: 320 * megabyte },
    ...(idleTimeoutMs === undefined ? {} : { idleTimeoutMs }),
  });

  /** Rejects only with the signal's reason. */
  async function run<T>(name: string, task: unknown, how: RunOptions): Promise<T | Unusable> {
    try {
      return await pool.run<T>(name, task, how);
    } catch (error) {
      if (error instanceof ProcessEnded) return { problem: problems[error.reason] };
      if (error instanceof TaskFailed) return { problem: error.message };
      throw error;
    }
  }

  async function encode<T extends EncodedImage>(name: string, task: unknown, how: RunOptions): Promise<T | Unusable> {
    const image = await run<T>(name, task, how);
    return 'problem' in image ? image : { ...image, body: asBuffer(image.body) };
  }

  return {
    async inspect(task, signal) {
      const inspected = await run<Inspection>('inspectPicture', task, { timeoutMs: inspectTimeoutMs, signal }).catch(
        (reason: unknown): Unusable => {
          if (signal?.aborted) return { problem: 'not waited for', isUndecided: true };
          throw reason;
        },
      );
      if ('problem' in inspected || inspected.replacement === undefined) return inspected;
      return { ...inspected, replacement: asBuffer(inspected.replacement) };
    },
    makeRendition: (task, signal) =>
      encode('renderPicture', task, { timeoutMs: renditionTimeoutMs, isUrgent: true, signal }),
    makePreview: (task, signal) => encode('previewPicture', task, { timeoutMs: renditionTimeoutMs, signal }),
    warm: () => pool.warm(),
    close: () => pool.close(),
  };
}
