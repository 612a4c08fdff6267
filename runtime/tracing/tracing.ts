import type { IncomingHttpHeaders } from 'node:http';
import type { Resource } from '@opentelemetry/resources';
import type { SpanProcessor } from '@opentelemetry/sdk-trace-base';

export type Attributes = Record<string, string | number | boolean>;

/** How a piece of work is joined to what caused it. */
export interface Tracing {
  /** Runs `work` as one step of what is under way; `note` adds what is learnt meanwhile. */
  step<T>(name: string, attributes: Attributes, work: (note: (more: Attributes) => void) => Promise<T>): Promise<T>;
  /** Runs the answering of a request; its name is known only when it has been routed. */
  request<T>(
    headers: IncomingHttpHeaders,
    work: (describe: (name: string, attributes: Attributes) => void) => Promise<T>,
  ): Promise<T>;
  /** For log lines: the trace that is under way. */
  ids(): { traceId: string } | undefined;
  /** For Temporal's own interceptors; absent where nothing is traced. */
  readonly spans?: { readonly processor: SpanProcessor; readonly resource: Resource };
  /** Sends what has not been sent yet. */
  close(): Promise<void>;
}

export const noTracing: Tracing = {
  step: (_name, _attributes, work) => work(() => {}),
  request: (_headers, work) => work(() => {}),
  ids: () => undefined,
  close: async () => {},
};
