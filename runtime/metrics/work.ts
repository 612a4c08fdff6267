/** What workers tell of their work. Activities know these words; what is made of them is workers/metrics.ts. */
import type { FailureKind } from '../../contracts/failures.ts';

/** How a piece of work ended, from a list that has an end: `fault` is what nobody foresaw. */
export type Outcome = 'ok' | 'cancelled' | 'fault' | FailureKind;

export interface PageMetrics {
  /** One page was read with one engine, or found to need the other. */
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
  /** One call of the language model's server, whatever came of it. */
  modelCalled(purpose: 'extract' | 'branding', call: ModelCall): void;
}

export interface CreditMetrics {
  creditsSettled(settled: { operation: string; charged: number; released: number }): void;
}

export interface WebhookMetrics {
  /** One attempt to tell a receiver; `given_up` is the last one that failed. */
  webhookTried(outcome: 'delivered' | 'failed' | 'given_up'): void;
}

export interface IconMetrics {
  /** A site was asked for its picture; `kept` means that it was not there and its last one stays. */
  iconRefreshed(kind: 'icon' | 'og', outcome: 'site' | 'curated' | 'service' | 'none' | 'kept'): void;
}

export interface BrowserMetrics {
  waiting(change: 1 | -1): void;
  pageOpen(change: 1 | -1): void;
  launched(): void;
  /** `recycled` after its share of pages or memory, `hung` where it had to be killed, `died` by itself. */
  ended(reason: 'recycled' | 'hung' | 'died'): void;
}

/** All of it, as a worker hands it to its roles. */
export interface WorkMetrics extends PageMetrics, ModelMetrics, CreditMetrics, WebhookMetrics, IconMetrics {
  readonly browser: BrowserMetrics;
  activityDone(activity: {
    activity: string;
    queue: string;
    outcome: Outcome;
    /** From the moment it could have been started; absent for steps that never wait in a queue. */
    waitedSeconds?: number;
    seconds: number;
  }): void;
}
