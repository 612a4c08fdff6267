import { setTimeout as sleep } from 'node:timers/promises';
import { Failure, failures } from '../../contracts/failures.ts';
import { type CallAnswer, type CalledQueue, type Calls, callPath } from '../../contracts/work/calls.ts';
import { notTakenUp, takeUpTimeoutMs } from '../../contracts/work/takeUp.ts';
import type { Keyring } from '../../runtime/secrets/keyring.ts';
import type { Tracing } from '../../runtime/tracing/tracing.ts';
import type { Workers } from '../../storage/workers.ts';
import { createCallSender, WorkerGone, WorkerLost } from './callWorker.ts';
import { createServingWorkers, type Worker } from './servingWorkers.ts';

interface Deps {
  workers: Pick<Workers, 'serving'>;
  keyring: Keyring;
  tracing: Tracing;
}

interface CallOptions {
  /** Aborts when the caller leaves. */
  signal: AbortSignal;
  /** Calls with the same key go to the same worker. */
  key?: string;
}

/** How often a call is repeated after a failure that may pass, or with another worker after one was lost. */
const maxRepetitions = 5;
const firstPauseMs = 100;
const longestPauseMs = 2_000;

export type WorkerCalls = ReturnType<typeof openWorkerCalls>;

/** Asks workers directly for what a caller waits for. */
export function openWorkerCalls({ workers, keyring, tracing }: Deps) {
  const serving = createServingWorkers(workers);
  const sender = createCallSender();

  /** Waits until there is a worker to ask. */
  async function chooseUntil(deadline: number, queue: CalledQueue, { signal, key }: CallOptions): Promise<Worker> {
    for (;;) {
      const worker = await serving.choose(queue, key);
      if (worker) return worker;
      if (Date.now() > deadline) throw new Failure('DependencyDown', notTakenUp);
      await sleep(firstPauseMs, undefined, { signal });
    }
  }

  async function callOnce(path: string, work: unknown, worker: Worker, signal: AbortSignal): Promise<CallAnswer> {
    const body = keyring.seal('calls', Buffer.from(JSON.stringify(work)), path);
    const url = new URL(path, worker.address);
    return serving.counted(worker, () => sender.send(url, { body, headers: tracing.headers(), signal }));
  }

  async function callUntilDone(queue: CalledQueue, path: string, work: unknown, options: CallOptions) {
    const { signal } = options;
    let repetitions = 0;
    let deadline = Date.now() + takeUpTimeoutMs;
    for (;;) {
      const worker = await chooseUntil(deadline, queue, options);
      try {
        return await callOnce(path, work, worker, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof WorkerGone || error instanceof WorkerLost) serving.avoid(worker);
        else if (!mayPass(error)) throw error;
        if (error instanceof WorkerGone) continue;
        if (error instanceof WorkerLost && error.wasTakenUp) deadline = Date.now() + takeUpTimeoutMs;
        if (repetitions === maxRepetitions) throw givenUp(error);
        await sleep(Math.min(firstPauseMs * 2 ** repetitions, longestPauseMs), undefined, { signal });
        repetitions += 1;
      }
    }
  }

  return {
    /**
     * Has a worker of the queue do it. If that worker is lost, another one does it again; so what is asked for may be
     * done twice, and stores its result once.
     */
    call<Queue extends CalledQueue, Name extends keyof Calls[Queue] & string>(
      queue: Queue,
      name: Name,
      work: WorkOf<Queue, Name>,
      options: CallOptions,
    ): Promise<AnswerOf<Queue, Name>> {
      const path = callPath(queue, name);
      return tracing.step(`call ${name}`, { 'sightread.queue': queue }, () =>
        callUntilDone(queue, path, work, options),
      ) as Promise<AnswerOf<Queue, Name>>;
    },
    close: () => sender.close(),
  };
}

type WorkOf<Queue extends CalledQueue, Name extends keyof Calls[Queue]> = Calls[Queue][Name] extends {
  work: infer Work;
}
  ? Work
  : never;
type AnswerOf<Queue extends CalledQueue, Name extends keyof Calls[Queue]> = Calls[Queue][Name] extends {
  answer: infer Answer;
}
  ? Answer
  : never;

function mayPass(error: unknown): boolean {
  return error instanceof Failure && failures[error.kind].retry;
}

function givenUp(error: unknown): Failure {
  if (error instanceof Failure) return error;
  return new Failure('DependencyDown', 'No worker finished this in time; please try again.', { cause: error });
}
