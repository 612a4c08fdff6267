import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { WorkflowExecutionInfo } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { type IsolatedStack, startIsolatedStack } from '../../support/isolatedStack.ts';
import { openStackKeyring } from '../../support/keyrings.ts';
import { readLogLines } from '../../support/logLines.ts';
import { type Listening, listenOnLoopback } from '../../support/loopback.ts';
import { replayFailures } from '../../support/replay.ts';
import { articlePage } from '../../support/site/pages.ts';
import { withTemporal } from '../../support/temporalClient.ts';
import { type Span, startTraceCollector, type TraceCollector } from '../../support/traceCollector.ts';

const stackName = 'with-traces';

function newTrace() {
  return Array.from({ length: 32 }, () => Math.floor(Math.random() * 16).toString(16)).join('');
}

describe('a stack with OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  let collector: TraceCollector;
  let stack: IsolatedStack;
  const siteRequests: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    siteRequests.push(request.headers);
    response.writeHead(200, { 'content-type': 'text/html' }).end(articlePage('Traced'));
  });
  let site: Listening;
  beforeAll(async () => {
    collector = await startTraceCollector();
    site = await listenOnLoopback(server);
    stack = await startIsolatedStack(stackName, {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
      // OpenTelemetry's own setting: spans are exported soon after they end.
      OTEL_BSP_SCHEDULE_DELAY: '200',
    });
  });
  afterAll(async () => {
    await stack?.stop();
    await collector?.close();
    await site?.close();
  });

  /** The names of a span and its ancestors. */
  const ancestry = (span: Span | undefined, all: Span[]): string[] =>
    span === undefined
      ? []
      : [
          span.name,
          ...ancestry(
            all.find(({ spanId }) => spanId === span.parentSpanId),
            all,
          ),
        ];
  function ancestryOf(name: string, trace: string) {
    const all = collector.ofTrace(trace);
    return ancestry(
      all.find((span) => span.name === name),
      all,
    );
  }

  it('joins a request, the call of a worker and its fetches in the trace of the caller', async () => {
    const trace = newTrace();
    const { status } = await call(`${stack.api}/v1/scrape`, {
      body: { url: `${site.address}/a?secret=1` },
      headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01` },
    });
    expect(status).toBe(200);
    // The gateway and the worker send their spans separately, and each in several parts.
    await expect
      .poll(() => ancestryOf('fetch GET', trace))
      .toEqual(['fetch GET', 'call scrapePage', 'call scrapePage', 'POST /v1/scrape']);
    const spans = collector.ofTrace(trace);
    expect(new Set(spans.map(({ service }) => service))).toEqual(new Set(['sightread-gateway', 'sightread-worker']));
    expect(spans.find((span) => span.name === 'POST /v1/scrape')).toMatchObject({
      parentSpanId: '00f067aa0ba902b7',
      attributes: { 'http.route': '/v1/scrape', 'http.response.status_code': 200 },
    });
    expect(spans.find((span) => span.name === 'fetch GET')?.attributes).toMatchObject({
      'server.address': '127.0.0.1',
      'url.path': '/a',
      'http.response.status_code': 200,
    });
    expect(JSON.stringify(spans)).not.toContain('secret=1');
  });

  it('joins a batch and its webhooks in one trace', async () => {
    const trace = newTrace();
    const body = { urls: [`${site.address}/b`, `${site.address}/c`], webhook: { url: `${site.address}/hook` } };
    await call(`${stack.api}/v1/batch/scrape`, { body, headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01` } });
    const isThere = (step: string) => collector.ofTrace(trace).some((span) => span.name === step);
    await eventually('both workflows have been traced', () =>
      ['RunWorkflow:batchScrape', 'RunWorkflow:deliverWebhooks'].every(isThere),
    );
    await expect
      .poll(() => ancestryOf('fetch GET', trace).slice(-2))
      .toEqual(['UpdateWithStartWorkflow:opened', 'POST /v1/batch/scrape']);
    await expect.poll(() => ancestryOf('fetch POST', trace).at(-1)).toBe('POST /v1/batch/scrape');
  });

  it('sends no trace header to sites', () => {
    expect(siteRequests.length).toBeGreaterThan(3);
    for (const headers of siteRequests) expect(Object.keys(headers)).not.toContain('traceparent');
  });

  it('writes the trace id into the log lines of the gateway and the workers', async () => {
    const trace = newTrace();
    await call(`${stack.api}/v1/scrape`, {
      body: { url: `${site.address}/logged` },
      headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01`, 'x-request-id': `logged-${trace}` },
    });
    const lines = () => readLogLines(stack.home).filter(({ traceId }) => traceId === trace);
    const request = () => lines().find(({ msg }) => msg === 'request');
    const page = () => lines().find((line) => line['call'] === 'scrapePage');
    await eventually('the lines of both are written', () => Boolean(request() && page()));
    expect(request()).toMatchObject({ requestId: `logged-${trace}`, status: 200 });
    expect(page()).toMatchObject({ requestId: `logged-${trace}` });
  });

  it('runs workflows whose histories replay with and without tracing', async () => {
    await call(`${stack.api}/v1/map`, { body: { url: `${site.address}/mapped` } });
    const histories = await withTemporal(async ({ workflow }) => {
      const started: Pick<WorkflowExecutionInfo, 'workflowId' | 'runId'>[] = [];
      // Temporal lists a workflow a little after its start.
      await eventually('the workflows are listed', async () => {
        started.length = 0;
        for await (const each of workflow.list()) started.push(each);
        return started.length >= 3;
      });
      return Promise.all(
        started.map(async ({ workflowId, runId }) => ({
          workflowId,
          history: await workflow.getHandle(workflowId, runId).fetchHistory(),
        })),
      );
    }, stackName);
    for (const traced of [false, true]) {
      expect(await replayFailures(histories, openStackKeyring(), { traced })).toEqual([]);
    }
  });
});
