import type { IncomingHttpHeaders } from 'node:http';
import type { Resource } from '@opentelemetry/resources';
import type { SpanProcessor } from '@opentelemetry/sdk-trace-base';

export type Attributes = Record<string, string | number | boolean>;

/** Joins each piece of work to what caused it. */
export interface Tracing {
  /** Runs `work` as a span of the current trace; `note` adds attributes that become known meanwhile. */
  step<T>(name: string, attributes: Attributes, work: (note: (more: Attributes) => void) => Promise<T>): Promise<T>;
  /** Runs `work` as the span of a request, which is named by `describe` once the request has been routed. */
  request<T>(
    headers: IncomingHttpHeaders,
    work: (describe: (name: string, attributes: Attributes) => void) => Promise<T>,
  ): Promise<T>;
  /** The headers that let whoever gets a request continue the current trace. */
  headers(): Record<string, string>;
  /** The current trace, for log lines. */
  ids(): { traceId: string } | undefined;
  /** For Temporal's own interceptors; absent if tracing is off. */
  readonly spans?: { readonly processor: SpanProcessor; readonly resource: Resource };
  /** Sends the spans that have not been sent yet. */
  close(): Promise<void>;
}

export const noTracing: Tracing = {
  step: (_name, _attributes, work) => work(() => {}),
  request: (_headers, work) => work(() => {}),
  headers: () => ({}),
  ids: () => undefined,
  close: async () => {},
};
