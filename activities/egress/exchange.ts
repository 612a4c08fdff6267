import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { Failure } from '../../contracts/failures.ts';
import { createBodySink } from './body.ts';
import type { BodyLimits, BodySink } from './bodySink.ts';
import type { FetchTimeouts } from './fetchTimeouts.ts';
import { tooLarge } from './limitFailures.ts';
import { isRedirect } from './redirects.ts';

export interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface ExchangeOptions {
  host: string;
  dispatch: Dispatcher.DispatchOptions;
  limits: BodyLimits;
  timeouts: FetchTimeouts;
  signal: AbortSignal | undefined;
  /** Takes the decoded body as it arrives, except that of a redirect; the response then has none. */
  onChunk?: ((bytes: Buffer, status: number) => void) | undefined;
}

/** The body of a redirect is read up to these limits so that its connection can be reused; past them it is closed. */
const maxRedirectBodyBytes = 64 << 10;
const redirectBodyTimeoutMs = 200;

/** The connection could not be made or broke; `cause` is the error that undici reported. */
export class ExchangeError extends Error {
  constructor(
    cause: Error,
    /** How far the exchange had come. */
    readonly stage: 'connecting' | 'connected' | 'responding',
  ) {
    super(cause.message, { cause });
  }
}

/** Sends one request and reads its response. Rejects with an `ExchangeError`, a `Failure`, or the signal's reason. */
export function exchange(dispatcher: Dispatcher, options: ExchangeOptions): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const handler = new ExchangeHandler(options, resolve, reject);
    if (!handler.isSettled) dispatcher.dispatch(options.dispatch, handler);
  });
}

class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly #options: ExchangeOptions;
  readonly #resolve: (response: HttpResponse) => void;
  readonly #reject: (reason: unknown) => void;
  readonly #onAbort = (): void => this.#fail(this.#options.signal?.reason);
  #controller: Dispatcher.DispatchController | undefined;
  #sink: BodySink | undefined;
  #stage: ExchangeError['stage'] = 'connecting';
  isSettled = false;

  constructor(options: ExchangeOptions, resolve: (response: HttpResponse) => void, reject: (reason: unknown) => void) {
    this.#options = options;
    this.#resolve = resolve;
    this.#reject = reject;
    const { timeouts, host, signal } = options;
    timeouts.begin(host, (failure) => this.#fail(failure));
    if (signal?.aborted) this.#onAbort();
    else signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** undici calls this again if it moves the request to another connection. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    this.#stage = 'connected';
    if (this.isSettled) controller.abort(aborted());
    else this.#options.timeouts.enter('waiting');
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // Informational responses such as 103 Early Hints precede the final one.
    if (status < 200 || this.isSettled) return;
    this.#stage = 'responding';
    const { timeouts, limits, dispatch, onChunk } = this.#options;
    timeouts.enter('reading');
    if (isRedirect(status, headers)) {
      this.#sink = this.#createDiscardingSink({ status, headers, body: Buffer.alloc(0) });
    } else if (Number(headers['content-length']) > limits.maxBytes && dispatch.method !== 'HEAD') {
      this.#fail(tooLarge(limits.maxBytes));
    } else {
      this.#sink = createBodySink(headers['content-encoding'], limits, {
        chunk: onChunk && ((bytes) => onChunk(bytes, status)),
        done: (body) => this.#succeed({ status, headers, body }),
        fail: (failure) => this.#fail(failure),
        resume: () => this.#controller?.resume(),
      });
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#options.timeouts.received(chunk.length);
    if (this.#sink?.write(chunk) === false) controller.pause();
  }

  onResponseEnd(): void {
    this.#sink?.end();
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error instanceof Failure ? error : new ExchangeError(error, this.#stage));
  }

  onRequestUpgrade(): void {
    this.#fail(new Failure('PageUnreachable', 'The site switched to another protocol.'));
  }

  /** Ignores the body and returns `response`, at the latest when a limit of redirect bodies is reached. */
  #createDiscardingSink(response: HttpResponse): BodySink {
    let discardedBytes = 0;
    const closeConnection = (): void => {
      clearTimeout(timer);
      this.#succeed(response);
      this.#controller?.abort(aborted());
    };
    const timer = setTimeout(closeConnection, redirectBodyTimeoutMs);
    return {
      write: (chunk) => {
        discardedBytes += chunk.length;
        if (discardedBytes > maxRedirectBodyBytes) closeConnection();
        return true;
      },
      end: () => {
        clearTimeout(timer);
        this.#succeed(response);
      },
      destroy: () => clearTimeout(timer),
    };
  }

  #succeed(response: HttpResponse): void {
    if (!this.#settle()) return;
    // undici frees the connection in the next turn of the event loop; resolving earlier would make the caller's next
    // request open a second one.
    queueMicrotask(() => setImmediate(this.#resolve, response));
  }

  #fail(reason: unknown): void {
    if (!this.#settle()) return;
    this.#sink?.destroy();
    this.#controller?.abort(reason instanceof Error ? reason : aborted());
    this.#reject(reason);
  }

  /** False if the exchange was settled before. */
  #settle(): boolean {
    if (this.isSettled) return false;
    this.isSettled = true;
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
    this.#options.timeouts.clear();
    return true;
  }
}

function aborted(): Error {
  return new Error('the request was aborted');
}
