/** What activities report about their work; workers/metrics.ts turns it into metrics. */

import type { FailureKind } from '../../contracts/failures.ts';
import type { ImageKind } from '../../contracts/images/parameters.ts';
import type { SourceKind } from '../../contracts/images/source.ts';

/** How a piece of work ended, as a label with few values; `fault` is an error that nobody foresaw. */
export type Outcome = 'ok' | 'cancelled' | 'fault' | FailureKind;

export interface PageMetrics {
  /** One page was read with an engine, or found to need the other one. */
  pageRead(page: {
    engine: 'http' | 'browser';
    outcome: Outcome | 'needs_browser' | 'not_modified';
    seconds: number;
  }): void;
}

export interface ModelCall {
  outcome: Outcome;
  promptTokens: number;
  completionTokens: number;
  seconds: number;
}

export interface ModelMetrics {
  /** One call to the language model's server, whatever the outcome. */
  modelCalled(purpose: 'extract' | 'summary' | 'branding', call: ModelCall): void;
}

export interface CreditMetrics {
  creditsSettled(settled: { operation: string; charged: number; released: number }): void;
}

export interface WebhookMetrics {
  /** One attempt at a delivery; `given_up` is the last one, which failed. */
  webhookTried(outcome: 'delivered' | 'failed' | 'given_up'): void;
}

export interface IconMetrics {
  /** A site was searched for its picture; `kept` means that it was unreachable and its last picture stays. */
  iconRefreshed(kind: ImageKind, outcome: SourceKind | 'kept'): void;
}

export interface BrowserMetrics {
  waiting(change: 1 | -1): void;
  pageOpen(change: 1 | -1): void;
  launched(): void;
  /** `recycled` after its quota of pages or memory, `hung` if it had to be killed, `died` by itself. */
  ended(reason: 'recycled' | 'hung' | 'died'): void;
}

/** Everything together, as a worker hands it to its roles. */
export interface WorkMetrics extends PageMetrics, ModelMetrics, CreditMetrics, WebhookMetrics, IconMetrics {
  readonly browser: BrowserMetrics;
  activityDone(activity: {
    activity: string;
    queue: string;
    outcome: Outcome;
    /** Since it could have been started; absent for local activities, which never wait in a queue. */
    waitedSeconds?: number;
    seconds: number;
  }): void;
}
