import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { Failure } from '../../contracts/failures.ts';
import { type BodyLimits, type BodySink, bodySink } from './body.ts';
import type { Deadline } from './deadline.ts';
import { tooLarge } from './explain.ts';
import { isRedirect } from './redirects.ts';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Question {
  host: string;
  options: Dispatcher.DispatchOptions;
  limits: BodyLimits;
  deadline: Deadline;
  signal: AbortSignal | undefined;
}

/** A redirect's body is read so far, so that the connection can be kept; then the connection goes. */
const maxRedirectBody = 64 << 10;
const redirectBodyMs = 200;

/** The connection could not be made or did not hold; `cause` is what undici threw. */
export class BrokenExchange extends Error {
  constructor(
    cause: Error,
    /** How far it had come: no connection, connected, or part of an answer there. */
    readonly reached: 'nowhere' | 'site' | 'answer',
  ) {
    super(cause.message, { cause });
  }
}

/** One request and its answer, body decoded. Rejects with `BrokenExchange`, a `Failure`, or the signal's reason. */
export function exchange(dispatcher: Dispatcher, question: Question): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const handler = new Exchange(question, resolve, reject);
    if (!handler.settled) dispatcher.dispatch(question.options, handler);
  });
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly #question: Question;
  readonly #resolve: (answer: Answer) => void;
  readonly #reject: (reason: unknown) => void;
  readonly #onAbort = (): void => this.#fail(this.#question.signal?.reason);
  #controller: Dispatcher.DispatchController | undefined;
  #sink: BodySink | undefined;
  #reached: BrokenExchange['reached'] = 'nowhere';
  settled = false;

  constructor(question: Question, resolve: (answer: Answer) => void, reject: (reason: unknown) => void) {
    this.#question = question;
    this.#resolve = resolve;
    this.#reject = reject;
    const { deadline, host, signal } = question;
    deadline.begin(host, (failure) => this.#fail(failure));
    if (signal?.aborted) this.#onAbort();
    else signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** Comes once more if undici had to move the request to another connection. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    this.#reached = 'site';
    if (this.settled) controller.abort(stopped());
    else this.#question.deadline.enter('waiting');
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // Early hints and the like: the answer is still to come.
    if (status < 200 || this.settled) return;
    this.#reached = 'answer';
    const { deadline, limits, options } = this.#question;
    deadline.enter('reading');
    if (isRedirect(status, headers)) {
      this.#sink = this.#discard({ status, headers, body: Buffer.alloc(0) });
    } else if (Number(headers['content-length']) > limits.maxBytes && options.method !== 'HEAD') {
      this.#fail(tooLarge(limits.maxBytes));
    } else {
      this.#sink = bodySink(headers['content-encoding'], limits, {
        done: (body) => this.#succeed({ status, headers, body }),
        fail: (failure) => this.#fail(failure),
        resume: () => this.#controller?.resume(),
      });
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#question.deadline.received(chunk.length);
    if (this.#sink?.write(chunk) === false) controller.pause();
  }

  onResponseEnd(): void {
    this.#sink?.end();
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error instanceof Failure ? error : new BrokenExchange(error, this.#reached));
  }

  onRequestUpgrade(): void {
    this.#fail(new Failure('PageUnreachable', 'the site switched to another protocol'));
  }

  #discard(answer: Answer): BodySink {
    let discarded = 0;
    const enough = (): void => {
      clearTimeout(timer);
      this.#succeed(answer);
      this.#controller?.abort(stopped());
    };
    const timer = setTimeout(enough, redirectBodyMs);
    return {
      write: (chunk) => {
        discarded += chunk.length;
        if (discarded > maxRedirectBody) enough();
        return true;
      },
      end: () => {
        clearTimeout(timer);
        this.#succeed(answer);
      },
      destroy: () => clearTimeout(timer),
    };
  }

  #succeed(answer: Answer): void {
    if (!this.#settle()) return;
    // undici frees the connection in the next turn of the event loop; a caller who goes on before would open another.
    queueMicrotask(() => setImmediate(this.#resolve, answer));
  }

  #fail(reason: unknown): void {
    if (!this.#settle()) return;
    this.#sink?.destroy();
    this.#controller?.abort(reason instanceof Error ? reason : stopped());
    this.#reject(reason);
  }

  #settle(): boolean {
    if (this.settled) return false;
    this.settled = true;
    this.#question.signal?.removeEventListener('abort', this.#onAbort);
    this.#question.deadline.clear();
    return true;
  }
}

function stopped(): Error {
  return new Error('the request was stopped');
}
