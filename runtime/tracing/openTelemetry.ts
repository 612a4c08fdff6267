import {
  context,
  DiagLogLevel,
  diag,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { Resource } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { Failure } from '../../contracts/failures.ts';
import type { Logger } from '../log.ts';
import type { Tracing } from './tracing.ts';

/** OpenTelemetry over HTTP to a collector. It registers itself process-wide, where Temporal's interceptors find it. */
export function createTracing({ endpoint, part, log }: { endpoint: string; part: string; log: Logger }): Tracing {
  const complain = (message: string, ...details: unknown[]) => log.warn({ details }, `tracing: ${message}`);
  function silent() {}
  diag.setLogger(
    { error: complain, warn: complain, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const resource = Resource.default().merge(new Resource({ 'service.name': `sightread-${part}` }));
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const processor = new BatchSpanProcessor(exporter);
  const provider = new BasicTracerProvider({ resource, spanProcessors: [processor] });
  provider.register({ contextManager: new AsyncLocalStorageContextManager() });
  const tracer = trace.getTracer('sightread');

  async function finish<T>(span: Span, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      span.setStatus({ code: SpanStatusCode.ERROR, message });
      if (error instanceof Failure) span.setAttribute('sightread.failure', error.kind);
      throw error;
    } finally {
      span.end();
    }
  }

  return {
    step: (name, attributes, work) =>
      tracer.startActiveSpan(name, { kind: SpanKind.CLIENT, attributes }, (span) =>
        finish(span, () => work((more) => void span.setAttributes(more))),
      ),
    request: (headers, work) =>
      tracer.startActiveSpan(
        'request',
        { kind: SpanKind.SERVER },
        propagation.extract(context.active(), headers),
        (span) =>
          finish(span, () =>
            work((name, attributes) => {
              span.updateName(name).setAttributes(attributes);
              if (Number(attributes['http.response.status_code']) >= 500)
                span.setStatus({ code: SpanStatusCode.ERROR });
            }),
          ),
      ),
    headers() {
      const headers: Record<string, string> = {};
      propagation.inject(context.active(), headers);
      return headers;
    },
    ids() {
      const span = trace.getActiveSpan();
      return span && { traceId: span.spanContext().traceId };
    },
    spans: { processor, resource },
    close: () => provider.shutdown(),
  };
}
