/** An OpenTelemetry collector that keeps the spans it receives as OTLP JSON. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from './loopback.ts';

export interface Span {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  service: string;
  attributes: Record<string, unknown>;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}
interface ExportRequest {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<Span, 'attributes' | 'service'> & { attributes: Attribute[] })[] }[];
  }[];
}

function valuesOf(attributes: Attribute[]) {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

export interface TraceCollector {
  address: string;
  spans: Span[];
  ofTrace(traceId: string): Span[];
  close(): Promise<void>;
}

export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: Span[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (request.url !== '/v1/traces') {
      response.writeHead(404).end();
      return;
    }
    const { resourceSpans }: ExportRequest = JSON.parse(body);
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = String(valuesOf(resource.attributes)['service.name']);
      for (const span of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({ ...span, parentSpanId: span.parentSpanId ?? '', service, attributes: valuesOf(span.attributes) });
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const { address, close } = await listenOnLoopback(server);
  return {
    address,
    spans,
    ofTrace: (traceId) => spans.filter((span) => span.traceId === traceId),
    close,
  };
}
